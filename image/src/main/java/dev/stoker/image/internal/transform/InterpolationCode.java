package dev.stoker.image.internal.transform;

import dev.stoker.image.transform.Interpolation;
import org.bytedeco.opencv.global.opencv_imgproc;

/** OpenCV's numbers for interpolations. */
public final class InterpolationCode {
    private InterpolationCode() {}

    public static int downscaling(Interpolation interpolation) {
        return switch (interpolation) {
            case NEAREST -> opencv_imgproc.INTER_NEAREST;
            case LINEAR -> opencv_imgproc.INTER_LINEAR;
            case CUBIC -> opencv_imgproc.INTER_CUBIC;
            case AREA -> opencv_imgproc.INTER_AREA;
        };
    }

    static int upscaling(Interpolation interpolation) {
        return interpolation == Interpolation.AREA ? opencv_imgproc.INTER_LINEAR : downscaling(interpolation);
    }
}
