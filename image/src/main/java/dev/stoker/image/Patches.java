package dev.stoker.image;

import dev.stoker.core.Draws;

/** Fills parts of the canvas. */
final class Patches {
    private static final int TRIES = 10;

    private Patches() {}

    static void erase(RandomErasing step, Picture canvas, Draws draws, Scratch scratch) {
        fill(canvas, drawn(step, canvas.width(), canvas.height(), draws), step.fill(), scratch);
    }

    /** Draws as torchvision's RandomErasing does: ten tries to find a rectangle smaller than the picture, else none. */
    static Patch drawn(RandomErasing step, int canvasWidth, int canvasHeight, Draws draws) {
        if (draws.nextDouble() >= step.probability()) {
            return Patch.NONE;
        }
        double area = (double) canvasHeight * canvasWidth;
        for (int i = 0; i < TRIES; i++) {
            double part = area * step.area().draw(draws);
            double ratio = step.ratio().drawRatio(draws);
            int height = (int) Math.rint(StrictMath.sqrt(part * ratio));
            int width = (int) Math.rint(StrictMath.sqrt(part / ratio));
            if (height < canvasHeight && width < canvasWidth) {
                int top = draws.nextInt(canvasHeight - height + 1);
                int left = draws.nextInt(canvasWidth - width + 1);
                return new Patch(left, top, left + width, top + height);
            }
        }
        return Patch.NONE;
    }

    static void cut(Cutout step, Picture canvas, Draws draws, Scratch scratch) {
        fill(canvas, drawn(step, canvas.width(), canvas.height(), draws), step.fill(), scratch);
    }

    /** A square, as much of it as lies on the canvas. */
    static Patch drawn(Cutout step, int canvasWidth, int canvasHeight, Draws draws) {
        int top = draws.nextInt(canvasHeight) - step.side() / 2;
        int left = draws.nextInt(canvasWidth) - step.side() / 2;
        return new Patch(
                Math.max(0, left),
                Math.max(0, top),
                Math.min(canvasWidth, left + step.side()),
                Math.min(canvasHeight, top + step.side()));
    }

    /** Fills everything. */
    static void fill(Picture canvas, int value, Scratch scratch) {
        fill(canvas, new Patch(0, 0, canvas.width(), canvas.height()), value, scratch);
    }

    private static void fill(Picture canvas, Patch patch, int value, Scratch scratch) {
        if (!patch.isEmpty()) {
            int width = patch.right() - patch.left();
            int height = patch.bottom() - patch.top();
            scratch.window
                    .window(canvas, patch.left(), patch.top(), width, height)
                    .mat()
                    .put(scratch.fill(value));
        }
    }
}
