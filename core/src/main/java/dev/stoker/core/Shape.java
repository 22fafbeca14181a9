package dev.stoker.core;

/**
 * Height, width and channels of a sample. Pixels of an image are stored row by row, channels innermost, one byte each; a vector
 * of values is 1×1×n.
 */
public record Shape(int height, int width, int channels) {
    public Shape {
        if (height < 1 || width < 1 || channels < 1) {
            throw new IllegalArgumentException(
                    "a shape needs positive sides, got %d×%d×%d".formatted(height, width, channels));
        }
    }

    /** A vector of values, such as a row of a table. */
    public static Shape vector(int values) {
        return new Shape(1, 1, values);
    }

    /** How many values it holds. */
    public int elements() {
        return Math.multiplyExact(Math.multiplyExact(height, width), channels);
    }

    /** The bytes of an image of this shape, one for each channel of each pixel. */
    public int bytes() {
        return elements();
    }

    @Override
    public String toString() {
        return height + "×" + width + "×" + channels;
    }
}
