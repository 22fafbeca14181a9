package dev.stoker.core;

/** Height, width and channels of a picture; pixels are stored row by row, channels innermost, one byte each. */
public record Shape(int height, int width, int channels) {
    public Shape {
        if (height < 1 || width < 1 || channels < 1) {
            throw new IllegalArgumentException(
                    "a shape needs positive sides, got %d×%d×%d".formatted(height, width, channels));
        }
    }

    public int bytes() {
        return Math.multiplyExact(Math.multiplyExact(height, width), channels);
    }

    @Override
    public String toString() {
        return height + "×" + width + "×" + channels;
    }
}
