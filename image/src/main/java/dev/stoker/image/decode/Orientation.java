package dev.stoker.image.decode;

/** The transform that makes stored pixels upright, in the order of the values 1 to 8 of the EXIF tag. */
public enum Orientation {
    UPRIGHT(false, false, false),
    FLIP_LEFT_RIGHT(false, true, false),
    ROTATE_180(false, true, true),
    FLIP_TOP_BOTTOM(false, false, true),
    TRANSPOSE(true, false, false),
    ROTATE_90_CLOCKWISE(true, true, false),
    TRANSVERSE(true, true, true),
    ROTATE_90_COUNTERCLOCKWISE(true, false, true);

    private static final Orientation[] VALUES = values();

    private final boolean transposes;
    private final boolean flipsHorizontally;
    private final boolean flipsVertically;

    Orientation(boolean transposes, boolean flipsHorizontally, boolean flipsVertically) {
        this.transposes = transposes;
        this.flipsHorizontally = flipsHorizontally;
        this.flipsVertically = flipsVertically;
    }

    /** The orientation of an EXIF value; unknown values mean upright. */
    public static Orientation ofExif(int value) {
        return value < 1 || value > VALUES.length ? UPRIGHT : VALUES[value - 1];
    }

    /** Whether width and height are exchanged; this precedes the flips. */
    public boolean transposes() {
        return transposes;
    }

    public boolean flipsHorizontally() {
        return flipsHorizontally;
    }

    public boolean flipsVertically() {
        return flipsVertically;
    }
}
