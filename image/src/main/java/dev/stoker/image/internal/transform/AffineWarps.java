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

/** Affine warps of the canvas with linear interpolation; pixels from outside the image get the value {@code fill}. */
final class AffineWarps {
    private AffineWarps() {}

    static void rotate(RandomRotation transform, MatImage canvas, SeededRandom random, Workspace workspace) {
        warp(canvas, sample(transform, canvas.width(), canvas.height(), random), transform.fill(), workspace);
    }

    static AffineMatrix sample(RandomRotation transform, int width, int height, SeededRandom random) {
        return about(width, height, StrictMath.toRadians(symmetric(transform.degrees(), random)), 0, 1, 0, 0);
    }

    /** A rotation about the center, by an angle in radians. */
    static AffineMatrix rotation(MatImage canvas, double angle) {
        return about(canvas.width(), canvas.height(), angle, 0, 1, 0, 0);
    }

    static void affine(RandomAffine transform, MatImage canvas, SeededRandom random, Workspace workspace) {
        warp(canvas, sample(transform, canvas.width(), canvas.height(), random), transform.fill(), workspace);
    }

    static AffineMatrix sample(RandomAffine transform, int width, int height, SeededRandom random) {
        double angle = StrictMath.toRadians(symmetric(transform.degrees(), random));
        double right = Math.rint(symmetric(transform.translation() * width, random));
        double down = Math.rint(symmetric(transform.translation() * height, random));
        double scale = transform.scale().sample(random);
        double shear = StrictMath.toRadians(symmetric(transform.shear(), random));
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

    /** Uniform from {@code -maximum} to {@code maximum}. */
    private static double symmetric(double maximum, SeededRandom random) {
        return maximum * (2 * random.nextDouble() - 1);
    }
}
