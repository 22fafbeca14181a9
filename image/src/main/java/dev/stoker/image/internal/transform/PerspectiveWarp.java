package dev.stoker.image.internal.transform;

import static org.bytedeco.opencv.global.opencv_core.BORDER_CONSTANT;
import static org.bytedeco.opencv.global.opencv_imgproc.INTER_LINEAR;

import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import dev.stoker.image.transform.RandomFilter.RandomPerspective;
import org.bytedeco.opencv.global.opencv_imgproc;

/** Random perspective of the canvas, with linear interpolation. */
final class PerspectiveWarp {
    private PerspectiveWarp() {}

    /** The corners are sampled in any case, so that later random numbers do not shift. */
    static void apply(RandomPerspective transform, MatImage canvas, SeededRandom random, Workspace workspace) {
        boolean applied = random.nextDouble() < transform.probability();
        var corners = Corners.sample(transform.distortion(), canvas.width(), canvas.height(), random);
        if (applied && canvas.width() > 1 && canvas.height() > 1) {
            warp(canvas, corners, transform.fill(), workspace);
        }
    }

    static void warp(MatImage canvas, Corners corners, int fill, Workspace workspace) {
        corners.writeMatrix(canvas.width(), canvas.height(), workspace);
        var source = workspace.copyOf(canvas);
        opencv_imgproc.warpPerspective(
                source.mat(),
                canvas.mat(),
                workspace.square(),
                workspace.size(canvas),
                INTER_LINEAR,
                BORDER_CONSTANT,
                workspace.fill(fill));
    }

    /** Where the corners of the image go: upper left, upper right, lower right, lower left. */
    record Corners(double x0, double y0, double x1, double y1, double x2, double y2, double x3, double y3) {

        static Corners sample(double distortion, int width, int height, SeededRandom random) {
            int across = (int) (distortion * width / 2) + 1;
            int down = (int) (distortion * height / 2) + 1;
            int right = width - 1;
            int bottom = height - 1;
            return new Corners(
                    random.nextInt(across),
                    random.nextInt(down),
                    right - random.nextInt(across),
                    random.nextInt(down),
                    right - random.nextInt(across),
                    bottom - random.nextInt(down),
                    random.nextInt(across),
                    bottom - random.nextInt(down));
        }

        /**
         * Writes the matrix that takes pixels of an image to where they go: the image as the unit square, and the projective
         * map of the unit square to these corners.
         */
        void writeMatrix(int width, int height, Workspace workspace) {
            double sumX = x0 - x1 + x2 - x3;
            double sumY = y0 - y1 + y2 - y3;
            double determinant = (x1 - x2) * (y3 - y2) - (x3 - x2) * (y1 - y2);
            double g = (sumX * (y3 - y2) - (x3 - x2) * sumY) / determinant;
            double h = ((x1 - x2) * sumY - sumX * (y1 - y2)) / determinant;
            line(0, x1 - x0 + g * x1, x3 - x0 + h * x3, x0, width, height, workspace);
            line(1, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, width, height, workspace);
            line(2, g, h, 1, width, height, workspace);
        }

        private static void line(
                int line, double across, double down, double offset, int width, int height, Workspace workspace) {
            workspace.square(line, 0, across / (width - 1));
            workspace.square(line, 1, down / (height - 1));
            workspace.square(line, 2, offset);
        }
    }
}
