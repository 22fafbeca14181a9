package dev.stoker.image.jpeg;

/** The coding of signed values: a symbol for their size in bits, and then so many bits. */
final class Magnitude {
    private Magnitude() {}

    /** Bits of a value without its sign. */
    static int size(int value) {
        return 32 - Integer.numberOfLeadingZeros(Math.abs(value));
    }

    /** The bits after the symbol; negative values are coded minus one, so that the first bit is the sign. */
    static int bits(int value, int size) {
        return (value + (value >> 31)) & ((1 << size) - 1);
    }
}
