package dev.stoker.image.decode;

/** The sizes at which a JPEG can be decoded: its blocks of 8×8 coefficients give 4×4, 2×2 or 1×1 pixels for less work. */
public enum DecodeScale {
    NONE(1),
    HALF(2),
    QUARTER(4),
    EIGHTH(8);

    private final int divisor;

    DecodeScale(int divisor) {
        this.divisor = divisor;
    }

    public int divisor() {
        return divisor;
    }

    /** The length of a side after downscaling; the last pixel may cover fewer. */
    public int of(int side) {
        return Math.ceilDiv(side, divisor);
    }

    /** The strongest downscaling that divides by no more than {@code ratio}. */
    public static DecodeScale within(double ratio) {
        return ratio >= 8 ? EIGHTH : ratio >= 4 ? QUARTER : ratio >= 2 ? HALF : NONE;
    }
}
