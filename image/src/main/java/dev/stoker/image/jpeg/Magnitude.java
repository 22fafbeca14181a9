package dev.stoker.image.jpeg;

/** How signed values are coded: their size in bits by a symbol, and then so many bits. */
final class Magnitude {
    private Magnitude() {}

    /** Bits of a value without its sign. */
    static int size(int value) {
        return 32 - Integer.numberOfLeadingZeros(Math.abs(value));
    }

    /** The bits behind the size; negative values are coded as those below, so that the first bit tells the sign. */
    static int bits(int value, int size) {
        return (value + (value >> 31)) & ((1 << size) - 1);
    }
}
