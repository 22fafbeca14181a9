package dev.stoker.image;

/** The number by which OpenCV knows which sides change places. */
final class Flip {
    private Flip() {}

    static int code(boolean leftAndRight, boolean topAndBottom) {
        return leftAndRight ? (topAndBottom ? -1 : 1) : 0;
    }
}
