package dev.stoker.image.internal.transform;

import static org.bytedeco.opencv.global.opencv_core.BORDER_CONSTANT;
import static org.bytedeco.opencv.global.opencv_imgproc.INTER_LINEAR;

import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import dev.stoker.image.transform.RandomFilter.RandomPerspective;
import java.util.Optional;
import org.bytedeco.opencv.global.opencv_imgproc;

/** Random perspective of the canvas, with linear interpolation. */
final class PerspectiveWarp {
    private PerspectiveWarp() {}

    static void apply(RandomPerspective transform, MatImage canvas, SeededRandom random, Workspace workspace) {
        sample(transform, canvas.width(), canvas.height(), random)
                .ifPresent(corners -> warp(canvas, corners, transform.fill(), workspace));
    }

    /** The corners are sampled in any case, so that later random numbers do not shift. */
    static Optional<Corners> sample(RandomPerspective transform, int width, int height, SeededRandom random) {
        boolean applied = random.nextDouble() < transform.probability();
        var corners = Corners.sample(transform.distortion(), width, height, random);
        return applied && width > 1 && height > 1 ? Optional.of(corners) : Optional.empty();
    }

    static void warp(MatImage canvas, Corners corners, int fill, Workspace workspace) {
        var matrix = corners.matrix(canvas.width(), canvas.height());
        for (int i = 0; i < matrix.length; i++) {
            workspace.square(i / 3, i % 3, matrix[i]);
        }
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
         * The matrix that takes pixels of an image to where they go, line by line: the image as the unit square, and the
         * projective map of the unit square to these corners.
         */
        double[] matrix(int width, int height) {
            double sumX = x0 - x1 + x2 - x3;
            double sumY = y0 - y1 + y2 - y3;
            double determinant = (x1 - x2) * (y3 - y2) - (x3 - x2) * (y1 - y2);
            double g = (sumX * (y3 - y2) - (x3 - x2) * sumY) / determinant;
            double h = ((x1 - x2) * sumY - sumX * (y1 - y2)) / determinant;
            double across = width - 1;
            double down = height - 1;
            return new double[] {
                (x1 - x0 + g * x1) / across, (x3 - x0 + h * x3) / down, x0,
                (y1 - y0 + g * y1) / across, (y3 - y0 + h * y3) / down, y0,
                g / across, h / down, 1
            };
        }

        /** The matrix of the way back: from pixels of the result to where they come from. */
        double[] inverse(int width, int height) {
            var m = matrix(width, height);
            var inverse = new double[] {
                m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
                m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
                m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]
            };
            double determinant = m[0] * inverse[0] + m[1] * inverse[3] + m[2] * inverse[6];
            for (int i = 0; i < inverse.length; i++) {
                inverse[i] /= determinant;
            }
            return inverse;
        }
    }
}
