package dev.stoker.image.internal.transform;

import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import dev.stoker.image.transform.GaussianBlur;
import org.bytedeco.opencv.global.opencv_imgproc;

/** Mixes pixels with their neighbors. */
final class ImageFilters {
    private static final int SAME_DEPTH = -1;

    private ImageFilters() {}

    static void blur(GaussianBlur step, MatImage canvas, SeededRandom draws, Workspace workspace) {
        double sigma = drawn(step, draws);
        if (sigma > 0) {
            var source = workspace.copyOf(canvas);
            opencv_imgproc.GaussianBlur(source.mat(), canvas.mat(), workspace.automaticSize(), sigma);
        }
    }

    /** The standard deviation, 0 for no blur; it is drawn in any case, so that later draws stay in step. */
    static double drawn(GaussianBlur step, SeededRandom draws) {
        boolean blurred = draws.nextDouble() < step.probability();
        double sigma = step.sigma().draw(draws);
        return blurred ? sigma : 0;
    }

    /** Sharpens for factors above 1 and smooths below, as Pillow does: the outermost pixels stay as they are. */
    static void sharpness(MatImage canvas, double factor, Workspace workspace) {
        if (factor == 1 || canvas.width() < 3 || canvas.height() < 3) {
            return;
        }
        for (int i = 0; i < 9; i++) {
            workspace.square(i / 3, i % 3, i == 4 ? factor + (1 - factor) * 5 / 13 : (1 - factor) / 13);
        }
        var filtered = workspace.temporary.like(canvas);
        opencv_imgproc.filter2D(canvas.mat(), filtered.mat(), SAME_DEPTH, workspace.square());
        var from = workspace.window.window(filtered, 1, 1, canvas.width() - 2, canvas.height() - 2);
        var to = workspace.secondWindow.window(canvas, 1, 1, canvas.width() - 2, canvas.height() - 2);
        from.mat().copyTo(to.mat());
    }
}
