package dev.stoker.image.internal;

/** OpenCV's number for flips. */
public final class FlipCode {
    private FlipCode() {}

    public static int code(boolean leftAndRight, boolean topAndBottom) {
        return leftAndRight ? (topAndBottom ? -1 : 1) : 0;
    }
}
