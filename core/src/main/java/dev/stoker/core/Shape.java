package dev.stoker.core;

/**
 * Height, width and channels of an image; pixels are stored row by row, channels innermost, one byte each. A row of a table
 * is one pixel whose channels are its values; those are 32-bit floats.
 */
public record Shape(int height, int width, int channels) {
    public Shape {
        if (height < 1 || width < 1 || channels < 1) {
            throw new IllegalArgumentException(
                    "a shape needs positive sides, got %d×%d×%d".formatted(height, width, channels));
        }
    }

    /** A row of a table with so many values. */
    public static Shape row(int values) {
        return new Shape(1, 1, values);
    }

    public int bytes() {
        return Math.multiplyExact(Math.multiplyExact(height, width), channels);
    }

    @Override
    public String toString() {
        return height + "×" + width + "×" + channels;
    }
}
