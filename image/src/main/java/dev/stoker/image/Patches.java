package dev.stoker.image;

import dev.stoker.core.Draws;

/** Fills parts of the canvas. */
final class Patches {
    private static final int TRIES = 10;

    private Patches() {}

    /** Draws as torchvision's RandomErasing does: ten tries to find a rectangle smaller than the picture, else none. */
    static void erase(RandomErasing step, Picture canvas, Draws draws, Scratch scratch) {
        if (draws.nextDouble() >= step.probability()) {
            return;
        }
        double area = (double) canvas.height() * canvas.width();
        for (int i = 0; i < TRIES; i++) {
            double part = area * step.area().draw(draws);
            double ratio = step.ratio().drawRatio(draws);
            int height = (int) Math.rint(StrictMath.sqrt(part * ratio));
            int width = (int) Math.rint(StrictMath.sqrt(part / ratio));
            if (height < canvas.height() && width < canvas.width()) {
                int top = draws.nextInt(canvas.height() - height + 1);
                int left = draws.nextInt(canvas.width() - width + 1);
                fill(canvas, left, top, left + width, top + height, step.fill(), scratch);
                return;
            }
        }
    }

    static void cut(Cutout step, Picture canvas, Draws draws, Scratch scratch) {
        int top = draws.nextInt(canvas.height()) - step.side() / 2;
        int left = draws.nextInt(canvas.width()) - step.side() / 2;
        fill(canvas, left, top, left + step.side(), top + step.side(), step.fill(), scratch);
    }

    /** Fills everything. */
    static void fill(Picture canvas, int value, Scratch scratch) {
        fill(canvas, 0, 0, canvas.width(), canvas.height(), value, scratch);
    }

    private static void fill(Picture canvas, int left, int top, int right, int bottom, int value, Scratch scratch) {
        int x = Math.max(0, left);
        int y = Math.max(0, top);
        int width = Math.min(canvas.width(), right) - x;
        int height = Math.min(canvas.height(), bottom) - y;
        if (width > 0 && height > 0) {
            scratch.window.window(canvas, x, y, width, height).mat().put(scratch.fill(value));
        }
    }
}
