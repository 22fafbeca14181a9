package dev.stoker.image.internal.transform;

import static org.bytedeco.opencv.global.opencv_core.BORDER_CONSTANT;
import static org.bytedeco.opencv.global.opencv_imgproc.INTER_LINEAR;
import static org.bytedeco.opencv.global.opencv_imgproc.WARP_INVERSE_MAP;

import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import dev.stoker.image.transform.RandomAffine;
import dev.stoker.image.transform.RandomRotation;
import org.bytedeco.opencv.global.opencv_imgproc;
import org.bytedeco.opencv.opencv_core.Mat;

/** Moves pixels to other places of the same canvas, linearly interpolated; what comes in from outside is the fill. */
final class AffineWarps {
    private AffineWarps() {}

    static void rotate(RandomRotation step, MatImage canvas, SeededRandom draws, Workspace workspace) {
        warp(canvas, drawn(step, canvas.width(), canvas.height(), draws), step.fill(), workspace);
    }

    static AffineMatrix drawn(RandomRotation step, int width, int height, SeededRandom draws) {
        return about(width, height, StrictMath.toRadians(either(step.degrees(), draws)), 0, 1, 0, 0);
    }

    /** About the middle, by an angle in radians. */
    static AffineMatrix turn(MatImage canvas, double angle) {
        return about(canvas.width(), canvas.height(), angle, 0, 1, 0, 0);
    }

    static void affine(RandomAffine step, MatImage canvas, SeededRandom draws, Workspace workspace) {
        warp(canvas, drawn(step, canvas.width(), canvas.height(), draws), step.fill(), workspace);
    }

    static AffineMatrix drawn(RandomAffine step, int width, int height, SeededRandom draws) {
        double angle = StrictMath.toRadians(either(step.degrees(), draws));
        double right = Math.rint(either(step.translation() * width, draws));
        double down = Math.rint(either(step.translation() * height, draws));
        double scale = step.scale().draw(draws);
        double shear = StrictMath.toRadians(either(step.shear(), draws));
        return about(width, height, angle, shear, scale, right, down);
    }

    static void warp(MatImage canvas, AffineMatrix map, int fill, Workspace workspace) {
        var source = workspace.copyOf(canvas);
        opencv_imgproc.warpAffine(
                source.mat(),
                canvas.mat(),
                matrix(map, workspace),
                workspace.size(canvas),
                INTER_LINEAR | WARP_INVERSE_MAP,
                BORDER_CONSTANT,
                workspace.fill(fill));
    }

    /** The matrix that OpenCV takes; it maps pixels of the result to positions in the source. */
    static Mat matrix(AffineMatrix map, Workspace workspace) {
        workspace.affine(0, map.xx(), map.xy(), map.x());
        workspace.affine(1, map.yx(), map.yy(), map.y());
        return workspace.affine();
    }

    private static AffineMatrix about(
            int width, int height, double angle, double shear, double scale, double right, double down) {
        return AffineMatrix.about((width - 1) / 2.0, (height - 1) / 2.0, angle, shear, scale, right, down);
    }

    /** Up to {@code most} either way. */
    private static double either(double most, SeededRandom draws) {
        return most * (2 * draws.nextDouble() - 1);
    }
}
