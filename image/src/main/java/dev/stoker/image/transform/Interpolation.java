package dev.stoker.image.transform;

import org.bytedeco.opencv.global.opencv_imgproc;

/** How pixels of another size are made. */
public enum Interpolation {
    NEAREST(opencv_imgproc.INTER_NEAREST),
    /** Between the four nearest pixels: the fastest that is smooth, but shrinking by more than two skips pixels. */
    LINEAR(opencv_imgproc.INTER_LINEAR),
    CUBIC(opencv_imgproc.INTER_CUBIC),
    /** The mean of all pixels covered: what shrinking should be, for six times the work; grows linearly. */
    AREA(opencv_imgproc.INTER_AREA);

    private final int code;

    Interpolation(int code) {
        this.code = code;
    }

    /** OpenCV's number for shrinking by this. */
    public int code() {
        return code;
    }

    /** OpenCV's number for growing by this. */
    public int growingCode() {
        return this == AREA ? opencv_imgproc.INTER_LINEAR : code;
    }
}
