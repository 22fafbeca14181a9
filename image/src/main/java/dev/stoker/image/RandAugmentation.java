package dev.stoker.image;

import dev.stoker.core.Draws;

/** The fourteen operations of RandAugment, with torchvision's ranges of magnitude. */
final class RandAugmentation {
    private static final double MOST_SLANT = 0.3;
    private static final double MOST_MOVE = 150.0 / 331;
    private static final double MOST_DEGREES = 30;
    private static final double MOST_FACTOR = 0.9;
    private static final int BLACK = 0;

    private RandAugmentation() {}

    static void apply(RandAugment step, Picture canvas, Draws draws, Scratch scratch) {
        double magnitude = step.magnitude() / RandAugment.MOST;
        for (int i = 0; i < step.operations(); i++) {
            int operation = draws.nextInt(14);
            double signed = draws.nextBoolean() ? -magnitude : magnitude;
            switch (operation) {
                case 0 -> {}
                case 1, 2, 3, 4, 5 -> move(operation, signed, canvas, scratch);
                case 6, 7, 8, 9 -> enhance(operation, 1 + MOST_FACTOR * signed, canvas, scratch);
                case 10 -> Tables.posterize(canvas, 8 - (int) Math.rint(4 * magnitude), scratch);
                case 11 -> Tables.solarize(canvas, 255 * (1 - magnitude), scratch);
                case 12 -> Tables.autoContrast(canvas, scratch);
                default -> Tables.equalize(canvas, scratch);
            }
        }
    }

    private static void move(int operation, double signed, Picture canvas, Scratch scratch) {
        if (signed == 0) {
            return;
        }
        var map = switch (operation) {
            case 1 -> AffineMap.shearX(MOST_SLANT * signed);
            case 2 -> AffineMap.shearY(MOST_SLANT * signed);
            case 3 -> AffineMap.move(Math.rint(MOST_MOVE * signed * canvas.width()), 0);
            case 4 -> AffineMap.move(0, Math.rint(MOST_MOVE * signed * canvas.height()));
            default -> Warps.turn(canvas, StrictMath.toRadians(MOST_DEGREES * signed));
        };
        Warps.warp(canvas, map, BLACK, scratch);
    }

    private static void enhance(int operation, double factor, Picture canvas, Scratch scratch) {
        switch (operation) {
            case 6 -> Colours.brightness(canvas, factor);
            case 7 -> Colours.saturation(canvas, factor, scratch);
            case 8 -> Colours.contrast(canvas, factor);
            default -> Filters.sharpness(canvas, factor, scratch);
        }
    }
}
