package dev.stoker.image;

/** How the stored pixels must be turned to stand upright; the order is that of the values 1 to 8 of the EXIF tag. */
public enum Orientation {
    UPRIGHT(false, false, false),
    MIRRORED(false, true, false),
    UPSIDE_DOWN(false, true, true),
    FLIPPED(false, false, true),
    TRANSPOSED(true, false, false),
    TURN_RIGHT(true, true, false),
    TRANSVERSED(true, true, true),
    TURN_LEFT(true, false, true);

    private static final Orientation[] VALUES = values();

    private final boolean transposes;
    private final boolean mirrors;
    private final boolean flips;

    Orientation(boolean transposes, boolean mirrors, boolean flips) {
        this.transposes = transposes;
        this.mirrors = mirrors;
        this.flips = flips;
    }

    /** The orientation of an EXIF value; values that the standard does not know leave the picture as it is. */
    public static Orientation ofExif(int value) {
        return value < 1 || value > VALUES.length ? UPRIGHT : VALUES[value - 1];
    }

    /** Whether width and height change places; this comes before the other two. */
    public boolean transposes() {
        return transposes;
    }

    /** Whether left and right change places. */
    public boolean mirrors() {
        return mirrors;
    }

    /** Whether top and bottom change places. */
    public boolean flips() {
        return flips;
    }
}
