package dev.stoker.tensor.internal.winograd;

import static dev.stoker.tensor.internal.winograd.TileGrid.INPUT;
import static dev.stoker.tensor.internal.winograd.TileGrid.OUTPUT;
import static dev.stoker.tensor.internal.winograd.TileGrid.PADDING;

import dev.stoker.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.Consumer;

/** The pixels of images in channels-last layout, to and from the tiles of a grid; those outside of the images are zeros. */
record FeatureMap(MemorySegment pixels, TileGrid grid, int channels) {
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;

    static FeatureMap of(Tensor images, TileGrid grid) {
        return new FeatureMap(floats(images), grid, Math.toIntExact(images.sizes()[1]));
    }

    /** The elements of a tensor, which must stay. */
    static MemorySegment floats(Tensor tensor) {
        return MemorySegment.ofAddress(tensor.address()).reinterpret(tensor.elements() * Float.BYTES);
    }

    /** The 6×6 pixels that the output of each tile is computed from, at the points. */
    void readInput(Points points, Tiles tiles) {
        inBlocks(tiles, block -> {
            read(points, block, INPUT, PADDING);
            points.fromInput(block.start() * channels, block.end() * channels);
        });
    }

    /** Gradients of the 4×4 pixels of each tile, at the points. */
    void readOutputGradient(Points points, Tiles tiles) {
        inBlocks(tiles, block -> {
            read(points, block, OUTPUT, 0);
            points.fromOutputGradient(block.start() * channels, block.end() * channels);
        });
    }

    /** The 4×4 pixels of each tile from the points. */
    void writeOutput(Points points, Tiles tiles) {
        inBlocks(tiles, block -> {
            points.toOutput(block.start() * channels, block.end() * channels);
            write(points, block);
        });
    }

    /**
     * Writes what each tile contributes to the gradients of its 6×6 pixels, and adds where a tile before has written. All tiles of
     * an image must come in order, on one thread.
     */
    void addInputGradient(Points points, Tiles tiles) {
        inBlocks(tiles, block -> {
            points.toInputGradient(block.start() * channels, block.end() * channels);
            add(points, block);
        });
    }

    /** Of so many tiles that what is read is still in the nearest cache when it is transformed. */
    private void inBlocks(Tiles tiles, Consumer<Tiles> part) {
        int step = Math.max(1, Points.BLOCK / channels);
        for (int start = 0; start < tiles.count(); start += step) {
            part.accept(tiles.part(start, Math.min(tiles.count(), start + step)));
        }
    }

    private void read(Points points, Tiles tiles, int side, int before) {
        for (int tile = tiles.from(); tile < tiles.to(); tile++) {
            int image = grid.image(tile);
            int top = grid.top(tile) - before;
            int left = grid.left(tile) - before;
            int at = tiles.index(tile) * channels;
            for (int i = 0; i < side; i++) {
                for (int j = 0; j < side; j++) {
                    float[] array = points.at(i, j);
                    if (grid.contains(top + i, left + j)) {
                        MemorySegment.copy(pixels, FLOAT, byteOf(image, top + i, left + j), array, at, channels);
                    } else {
                        Arrays.fill(array, at, at + channels, 0);
                    }
                }
            }
        }
    }

    private long byteOf(int image, int row, int column) {
        return grid.pixel(image, row, column) * channels * Float.BYTES;
    }

    private void write(Points points, Tiles tiles) {
        for (int tile = tiles.from(); tile < tiles.to(); tile++) {
            int image = grid.image(tile);
            int top = grid.top(tile);
            int left = grid.left(tile);
            int at = tiles.index(tile) * channels;
            int rows = Math.min(OUTPUT, grid.height() - top);
            int columns = Math.min(OUTPUT, grid.width() - left);
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    write(points.ofOutput(i, j), at, byteOf(image, top + i, left + j));
                }
            }
        }
    }

    private void write(float[] array, int at, long to) {
        MemorySegment.copy(array, at, pixels, FLOAT, to, channels);
    }

    private void add(Points points, Tiles tiles) {
        var written = new float[channels];
        var added = new float[channels];
        for (int tile = tiles.from(); tile < tiles.to(); tile++) {
            int image = grid.image(tile);
            int top = grid.top(tile) - PADDING;
            int left = grid.left(tile) - PADDING;
            int at = tiles.index(tile) * channels;
            for (int i = 0; i < INPUT; i++) {
                for (int j = 0; j < INPUT; j++) {
                    if (!grid.contains(top + i, left + j)) {
                        continue;
                    }
                    long to = byteOf(image, top + i, left + j);
                    if (overlaps(i, top) || overlaps(j, left)) {
                        MemorySegment.copy(pixels, FLOAT, to, written, 0, channels);
                        System.arraycopy(points.at(i, j), at, added, 0, channels);
                        LineTransforms.add(written, added, 0, channels);
                        write(written, 0, to);
                    } else {
                        write(points.at(i, j), at, to);
                    }
                }
            }
        }
    }

    /** Whether the tile before reaches this line of a tile that starts there. */
    private static boolean overlaps(int line, int start) {
        return line < INPUT - OUTPUT && start >= 0;
    }
}
