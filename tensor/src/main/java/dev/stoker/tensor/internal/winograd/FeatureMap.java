package dev.stoker.tensor.internal.winograd;

import static dev.stoker.tensor.internal.winograd.TileGrid.INPUT;
import static dev.stoker.tensor.internal.winograd.TileGrid.OUTPUT;
import static dev.stoker.tensor.internal.winograd.TileGrid.PADDING;

import dev.stoker.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The pixels of images in channels-last layout, to and from the tiles of a grid; those outside of the images are zeros. Native memory is
 * copied in lines of several tiles: each copy to or from it is checked, whatever its length.
 */
record FeatureMap(MemorySegment pixels, TileGrid grid, int channels) {
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;

    /** Elements of each array that are read and transformed at a time: 36 times as many stay in the nearest cache. */
    private static final int BLOCK = 256;

    static FeatureMap of(Tensor images, TileGrid grid) {
        return new FeatureMap(floats(images), grid, Math.toIntExact(images.sizes()[1]));
    }

    /** The elements of a tensor, which must stay. */
    static MemorySegment floats(Tensor tensor) {
        return MemorySegment.ofAddress(tensor.address()).reinterpret(tensor.elements() * Float.BYTES);
    }

    /** The 6×6 pixels that the output of each tile is computed from, at the points. */
    void readInput(Points points, Tiles tiles) {
        var line = line(INPUT - OUTPUT);
        inRuns(tiles, run -> {
            read(points, run, INPUT, PADDING, line);
            points.fromInput(run.start() * channels, run.end() * channels);
        });
    }

    /** Gradients of the 4×4 pixels of each tile, at the points. */
    void readOutputGradient(Points points, Tiles tiles) {
        var line = line(0);
        inRuns(tiles, run -> {
            read(points, run, OUTPUT, 0, line);
            points.fromOutputGradient(run.start() * channels, run.end() * channels);
        });
    }

    /** The 4×4 pixels of each tile from the points, and to each channel its bias. */
    void writeOutput(Points points, Optional<float[]> bias, Tiles tiles) {
        var line = line(0);
        var biases = bias.map(this::lineOf);
        inRuns(tiles, run -> {
            points.toOutput(run.start() * channels, run.end() * channels);
            for (int i = 0; i < OUTPUT && grid.top(run.from()) + i < grid.height(); i++) {
                for (int j = 0; j < OUTPUT; j++) {
                    spread(points.ofOutput(i, j), run, line, j);
                }
                int columns = OUTPUT * run.count();
                biases.ifPresent(each -> LineTransforms.add(line, each, 0, columns * channels));
                span(run, i, 0, columns).write(line);
            }
        });
    }

    /**
     * Writes the gradients of pixels, each the sum of what the tiles around it contribute to their 6×6 pixels. All tiles of an image must
     * come in order, on one thread.
     */
    void addInputGradient(Points points, Tiles tiles) {
        var line = line(1);
        var above = line(1);
        inRuns(tiles, run -> {
            points.toInputGradient(run.start() * channels, run.end() * channels);
            boolean last = grid.left(run.to() - 1) + OUTPUT >= grid.width();
            int columns = OUTPUT * run.count() + (last ? 1 : 0);
            for (int i = 0; i < INPUT; i++) {
                var span = span(run, i, PADDING, columns);
                if (!span.isEmpty()) {
                    addFromTheLeft(points, i, run);
                    for (int j = 0; j < OUTPUT; j++) {
                        spread(points.at(i, j), run, line, j);
                    }
                    if (last) {
                        System.arraycopy(
                                points.at(i, OUTPUT),
                                (run.end() - 1) * channels,
                                line,
                                (columns - 1) * channels,
                                channels);
                    }
                    if (i < INPUT - OUTPUT && grid.top(run.from()) > 0) {
                        span.read(above);
                        LineTransforms.add(line, above, 0, columns * channels);
                    }
                    span.write(line);
                }
            }
        });
    }

    /** Adds the last columns of tiles to the first of those after them. */
    private void addFromTheLeft(Points points, int row, Tiles run) {
        int first = run.start() + (grid.left(run.from()) > 0 ? 0 : 1);
        int from = first * channels;
        int to = run.end() * channels;
        for (int j = 0; j < INPUT - OUTPUT && from < to; j++) {
            System.arraycopy(points.at(row, OUTPUT + j), from - channels, points.spare(), from, to - from);
            LineTransforms.add(points.at(row, j), points.spare(), from, to);
        }
    }

    private float[] line(int more) {
        return new float[(OUTPUT * step() + more) * channels];
    }

    /** The same numbers for the channels of each pixel of a line. */
    private float[] lineOf(float[] ofChannels) {
        var line = line(0);
        for (int from = 0; from < line.length; from += channels) {
            System.arraycopy(ofChannels, 0, line, from, channels);
        }
        return line;
    }

    /** Tiles of a run. */
    private int step() {
        return Math.max(1, BLOCK / channels);
    }

    /** Runs of tiles side by side. */
    private void inRuns(Tiles tiles, Consumer<Tiles> part) {
        int tile = tiles.from();
        while (tile < tiles.to()) {
            int endOfRow = (tile / grid.columns() + 1) * grid.columns();
            int end = Math.min(Math.min(tile + step(), endOfRow), tiles.to());
            part.accept(new Tiles(tiles.first(), tile, end));
            tile = end;
        }
    }

    private void read(Points points, Tiles run, int side, int before, float[] line) {
        for (int i = 0; i < side; i++) {
            span(run, i, before, OUTPUT * run.count() + side - OUTPUT).read(line);
            for (int j = 0; j < side; j++) {
                float[] array = points.at(i, j);
                for (int tile = 0; tile < run.count(); tile++) {
                    int at = (run.start() + tile) * channels;
                    System.arraycopy(line, (OUTPUT * tile + j) * channels, array, at, channels);
                }
            }
        }
    }

    /** Every fourth pixel of a line. */
    private void spread(float[] array, Tiles run, float[] line, int column) {
        for (int tile = 0; tile < run.count(); tile++) {
            int at = (run.start() + tile) * channels;
            System.arraycopy(array, at, line, (OUTPUT * tile + column) * channels, channels);
        }
    }

    /** A row of the tiles of a run, from so many pixels before their output on. */
    private Span span(Tiles run, int row, int before, int columns) {
        int y = grid.top(run.from()) - before + row;
        int x = grid.left(run.from()) - before;
        boolean inside = y >= 0 && y < grid.height();
        int first = Math.max(0, -x);
        int end = Math.max(first, inside ? Math.min(columns, grid.width() - x) : first);
        long pixel = grid.pixel(grid.image(run.from()), y, x + first);
        return new Span(this, pixel * channels * Float.BYTES, first * channels, end * channels, columns * channels);
    }

    /**
     * Elements of a line.
     *
     * @param position in bytes, of the first that is within the image
     * @param first of the line
     * @param end of those within the image
     * @param length of the line
     */
    private record Span(FeatureMap map, long position, int first, int end, int length) {
        boolean isEmpty() {
            return first == end;
        }

        void read(float[] line) {
            Arrays.fill(line, 0, first, 0);
            MemorySegment.copy(map.pixels, FLOAT, isEmpty() ? 0 : position, line, first, end - first);
            Arrays.fill(line, end, length, 0);
        }

        void write(float[] line) {
            MemorySegment.copy(line, first, map.pixels, FLOAT, position, end - first);
        }
    }
}
