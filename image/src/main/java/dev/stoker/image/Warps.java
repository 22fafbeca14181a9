package dev.stoker.image;

import static org.bytedeco.opencv.global.opencv_core.BORDER_CONSTANT;
import static org.bytedeco.opencv.global.opencv_imgproc.INTER_LINEAR;
import static org.bytedeco.opencv.global.opencv_imgproc.WARP_INVERSE_MAP;

import dev.stoker.core.Draws;
import org.bytedeco.opencv.global.opencv_imgproc;

/** Moves pixels to other places of the same canvas, linearly interpolated; what comes in from outside is the fill. */
final class Warps {
    private Warps() {}

    static void rotate(Rotate step, Picture canvas, Draws draws, Scratch scratch) {
        warp(canvas, turn(canvas, StrictMath.toRadians(either(step.degrees(), draws))), step.fill(), scratch);
    }

    /** About the middle, by an angle in radians. */
    static AffineMap turn(Picture canvas, double angle) {
        return about(canvas, angle, 0, 1, 0, 0);
    }

    static void affine(Affine step, Picture canvas, Draws draws, Scratch scratch) {
        double angle = StrictMath.toRadians(either(step.degrees(), draws));
        double right = Math.rint(either(step.translation() * canvas.width(), draws));
        double down = Math.rint(either(step.translation() * canvas.height(), draws));
        double scale = step.scale().draw(draws);
        double shear = StrictMath.toRadians(either(step.shear(), draws));
        warp(canvas, about(canvas, angle, shear, scale, right, down), step.fill(), scratch);
    }

    static void warp(Picture canvas, AffineMap map, int fill, Scratch scratch) {
        var source = scratch.copyOf(canvas);
        opencv_imgproc.warpAffine(
                source.mat(),
                canvas.mat(),
                scratch.affine(map),
                scratch.size(canvas),
                INTER_LINEAR | WARP_INVERSE_MAP,
                BORDER_CONSTANT,
                scratch.fill(fill));
    }

    private static AffineMap about(
            Picture canvas, double angle, double shear, double scale, double right, double down) {
        return AffineMap.about(
                (canvas.width() - 1) / 2.0, (canvas.height() - 1) / 2.0, angle, shear, scale, right, down);
    }

    /** Up to {@code most} either way. */
    private static double either(double most, Draws draws) {
        return most * (2 * draws.nextDouble() - 1);
    }
}
