package dev.stoker.image.internal.transform;

import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import dev.stoker.image.transform.GaussianBlur;
import org.bytedeco.opencv.global.opencv_imgproc;

/** Convolutions. */
final class ImageFilters {
    private static final int SAME_DEPTH = -1;

    private ImageFilters() {}

    static void blur(GaussianBlur transform, MatImage canvas, SeededRandom random, Workspace workspace) {
        double sigma = sample(transform, random);
        if (sigma > 0) {
            var source = workspace.copyOf(canvas);
            opencv_imgproc.GaussianBlur(source.mat(), canvas.mat(), workspace.automaticSize(), sigma);
        }
    }

    /** The standard deviation, 0 for no blur; it is sampled in any case, so that later random numbers do not shift. */
    static double sample(GaussianBlur transform, SeededRandom random) {
        boolean blurred = random.nextDouble() < transform.probability();
        double sigma = transform.sigma().sample(random);
        return blurred ? sigma : 0;
    }

    /** Sharpens for factors above 1 and smooths below, as Pillow does: the outermost pixels do not change. */
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
