package dev.stoker.tensor.internal.winograd;

/**
 * Feature maps (channels last, with a border of one pixel of zeros) in tiles of 4×4 pixels of the output, each computed from 6×6 of
 * the input. The last of a row or column may reach beyond the map.
 */
record TileGrid(int images, int height, int width) {
    /** Pixels of the output along a side. */
    static final int OUTPUT = 4;
    /** Those of the input, and points at which products are computed. */
    static final int INPUT = 6;

    static final int POINTS = INPUT * INPUT;
    static final int PADDING = 1;

    static TileGrid of(long[] sizes) {
        return new TileGrid(Math.toIntExact(sizes[0]), Math.toIntExact(sizes[2]), Math.toIntExact(sizes[3]));
    }

    int rows() {
        return Math.ceilDiv(height, OUTPUT);
    }

    int columns() {
        return Math.ceilDiv(width, OUTPUT);
    }

    int perImage() {
        return rows() * columns();
    }

    int count() {
        return images * perImage();
    }

    /** The share of the output of all tiles that is within the maps. */
    double filled() {
        return (double) height * width / ((long) perImage() * OUTPUT * OUTPUT);
    }

    int image(int tile) {
        return tile / perImage();
    }

    /** The first row of a tile's output. */
    int top(int tile) {
        return tile / columns() % rows() * OUTPUT;
    }

    /** The first column of it. */
    int left(int tile) {
        return tile % columns() * OUTPUT;
    }

    /** Where a pixel is, in pixels from the first of the first map. */
    long pixel(int image, int row, int column) {
        return ((long) image * height + row) * width + column;
    }
}
