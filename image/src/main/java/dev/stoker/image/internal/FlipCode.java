package dev.stoker.image.internal;

/** The number by which OpenCV knows which sides change places. */
public final class FlipCode {
    private FlipCode() {}

    public static int code(boolean leftAndRight, boolean topAndBottom) {
        return leftAndRight ? (topAndBottom ? -1 : 1) : 0;
    }
}
