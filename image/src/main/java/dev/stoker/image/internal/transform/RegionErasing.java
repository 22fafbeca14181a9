package dev.stoker.image.internal.transform;

import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import dev.stoker.image.transform.Cutout;
import dev.stoker.image.transform.RandomErasing;

/** Fills parts of the canvas. */
final class RegionErasing {
    private static final int TRIES = 10;

    private RegionErasing() {}

    static void erase(RandomErasing step, MatImage canvas, SeededRandom draws, Workspace workspace) {
        fill(canvas, drawn(step, canvas.width(), canvas.height(), draws), step.fill(), workspace);
    }

    /** Draws as torchvision's RandomErasing does: ten tries to find a rectangle smaller than the image, else none. */
    static ErasedRegion drawn(RandomErasing step, int canvasWidth, int canvasHeight, SeededRandom draws) {
        if (draws.nextDouble() >= step.probability()) {
            return ErasedRegion.NONE;
        }
        double area = (double) canvasHeight * canvasWidth;
        for (int i = 0; i < TRIES; i++) {
            double part = area * step.area().draw(draws);
            double ratio = step.ratio().sampleLogUniform(draws);
            int height = (int) Math.rint(StrictMath.sqrt(part * ratio));
            int width = (int) Math.rint(StrictMath.sqrt(part / ratio));
            if (height < canvasHeight && width < canvasWidth) {
                int top = draws.nextInt(canvasHeight - height + 1);
                int left = draws.nextInt(canvasWidth - width + 1);
                return new ErasedRegion(left, top, left + width, top + height);
            }
        }
        return ErasedRegion.NONE;
    }

    static void cut(Cutout step, MatImage canvas, SeededRandom draws, Workspace workspace) {
        fill(canvas, drawn(step, canvas.width(), canvas.height(), draws), step.fill(), workspace);
    }

    /** A square, as much of it as lies on the canvas. */
    static ErasedRegion drawn(Cutout step, int canvasWidth, int canvasHeight, SeededRandom draws) {
        int top = draws.nextInt(canvasHeight) - step.side() / 2;
        int left = draws.nextInt(canvasWidth) - step.side() / 2;
        return new ErasedRegion(
                Math.max(0, left),
                Math.max(0, top),
                Math.min(canvasWidth, left + step.side()),
                Math.min(canvasHeight, top + step.side()));
    }

    /** Fills everything. */
    static void fill(MatImage canvas, int value, Workspace workspace) {
        fill(canvas, new ErasedRegion(0, 0, canvas.width(), canvas.height()), value, workspace);
    }

    private static void fill(MatImage canvas, ErasedRegion patch, int value, Workspace workspace) {
        if (!patch.isEmpty()) {
            int width = patch.right() - patch.left();
            int height = patch.bottom() - patch.top();
            workspace
                    .window
                    .window(canvas, patch.left(), patch.top(), width, height)
                    .mat()
                    .put(workspace.fill(value));
        }
    }
}
