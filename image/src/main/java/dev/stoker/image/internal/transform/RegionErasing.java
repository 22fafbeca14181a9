package dev.stoker.image.internal.transform;

import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import dev.stoker.image.transform.Cutout;
import dev.stoker.image.transform.RandomErasing;

/** Fills regions of the canvas. */
final class RegionErasing {
    private static final int TRIES = 10;

    private RegionErasing() {}

    static void erase(RandomErasing transform, MatImage canvas, SeededRandom random, Workspace workspace) {
        fill(canvas, sample(transform, canvas.width(), canvas.height(), random), transform.fill(), workspace);
    }

    /** Samples as torchvision's RandomErasing does: ten tries to find a rectangle smaller than the image, else none. */
    static ErasedRegion sample(RandomErasing transform, int canvasWidth, int canvasHeight, SeededRandom random) {
        if (random.nextDouble() >= transform.probability()) {
            return ErasedRegion.NONE;
        }
        double area = (double) canvasHeight * canvasWidth;
        for (int i = 0; i < TRIES; i++) {
            double part = area * transform.area().sample(random);
            double ratio = transform.ratio().sampleLogUniform(random);
            int height = (int) Math.rint(StrictMath.sqrt(part * ratio));
            int width = (int) Math.rint(StrictMath.sqrt(part / ratio));
            if (height < canvasHeight && width < canvasWidth) {
                int top = random.nextInt(canvasHeight - height + 1);
                int left = random.nextInt(canvasWidth - width + 1);
                return new ErasedRegion(left, top, left + width, top + height);
            }
        }
        return ErasedRegion.NONE;
    }

    static void cutout(Cutout transform, MatImage canvas, SeededRandom random, Workspace workspace) {
        fill(canvas, sample(transform, canvas.width(), canvas.height(), random), transform.fill(), workspace);
    }

    /** A square, clipped to the canvas. */
    static ErasedRegion sample(Cutout transform, int canvasWidth, int canvasHeight, SeededRandom random) {
        int top = random.nextInt(canvasHeight) - transform.side() / 2;
        int left = random.nextInt(canvasWidth) - transform.side() / 2;
        return new ErasedRegion(
                Math.max(0, left),
                Math.max(0, top),
                Math.min(canvasWidth, left + transform.side()),
                Math.min(canvasHeight, top + transform.side()));
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
