package dev.stoker.image.internal.transform;

import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import dev.stoker.image.transform.RandAugment;

/** The fourteen operations of RandAugment, with torchvision's ranges of magnitude. */
final class RandAugmentOperations {
    private static final double MAXIMUM_SHEAR = 0.3;
    private static final double MAXIMUM_TRANSLATION = 150.0 / 331;
    private static final double MAXIMUM_DEGREES = 30;
    private static final double MAXIMUM_FACTOR = 0.9;
    private static final int BLACK = 0;

    private RandAugmentOperations() {}

    static void apply(RandAugment augment, MatImage canvas, SeededRandom random, Workspace workspace) {
        double magnitude = augment.magnitude() / RandAugment.MAXIMUM;
        for (int i = 0; i < augment.operations(); i++) {
            int operation = random.nextInt(14);
            double signed = random.nextBoolean() ? -magnitude : magnitude;
            switch (operation) {
                case 0 -> {}
                case 1, 2, 3, 4, 5 -> move(operation, signed, canvas, workspace);
                case 6, 7, 8, 9 -> enhance(operation, 1 + MAXIMUM_FACTOR * signed, canvas, workspace);
                case 10 -> LookupTables.posterize(canvas, 8 - (int) Math.rint(4 * magnitude), workspace);
                case 11 -> LookupTables.solarize(canvas, 255 * (1 - magnitude), workspace);
                case 12 -> LookupTables.autoContrast(canvas, workspace);
                default -> LookupTables.equalize(canvas, workspace);
            }
        }
    }

    private static void move(int operation, double signed, MatImage canvas, Workspace workspace) {
        if (signed == 0) {
            return;
        }
        var map = switch (operation) {
            case 1 -> AffineMatrix.shearX(MAXIMUM_SHEAR * signed);
            case 2 -> AffineMatrix.shearY(MAXIMUM_SHEAR * signed);
            case 3 -> AffineMatrix.translation(Math.rint(MAXIMUM_TRANSLATION * signed * canvas.width()), 0);
            case 4 -> AffineMatrix.translation(0, Math.rint(MAXIMUM_TRANSLATION * signed * canvas.height()));
            default -> AffineWarps.rotation(canvas, StrictMath.toRadians(MAXIMUM_DEGREES * signed));
        };
        AffineWarps.warp(canvas, map, BLACK, workspace);
    }

    private static void enhance(int operation, double factor, MatImage canvas, Workspace workspace) {
        switch (operation) {
            case 6 -> ColorAdjustments.brightness(canvas, factor);
            case 7 -> ColorAdjustments.saturation(canvas, factor, workspace);
            case 8 -> ColorAdjustments.contrast(canvas, factor);
            default -> ImageFilters.sharpness(canvas, factor, workspace);
        }
    }
}
