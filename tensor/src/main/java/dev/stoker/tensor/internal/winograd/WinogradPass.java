package dev.stoker.tensor.internal.winograd;

import static dev.stoker.tensor.internal.winograd.TileGrid.POINTS;

import java.util.List;
import java.util.Optional;

/**
 * Convolutions of one shape. Tiles are computed in chunks, from pixels to pixels: what is between them, 36 numbers in place of 16, then
 * stays in the caches. Threads have chunks of their own where there are many tiles for each weight; elsewhere they share one, and each
 * multiplies at some of the points, so that the weights at a point are read by one of them.
 */
final class WinogradPass {
    /** Elements of a chunk at a point, of both sides: 3.5 MB in all. Less would stay in a second cache, but products get slower. */
    private static final int CHUNK = 25_088;

    private static final int FEWEST_TILES = 98;

    /** Of shared chunks, which bounds memory. */
    private static final int MOST_SHARED = 1 << 18;

    /** Elements of a filter at a point that are few enough to be transposed first, for products that pack nothing. */
    private static final int MOST_TRANSPOSED = 128 * 128;

    private final TileGrid grid;
    private final int inputs;
    private final int outputs;
    private final Workers workers;
    private final boolean shared;
    private final List<Scratch.Group> groups;
    private final Points filters;

    WinogradPass(TileGrid grid, int inputs, int outputs, int threads, Scratch scratch) {
        this.grid = grid;
        this.inputs = inputs;
        this.outputs = outputs;
        workers = new Workers(threads);
        shared = grid.images() < threads || (long) inputs * outputs > (long) mostTiles() * (inputs + outputs);
        groups = scratch.groups(shared ? 1 : threads);
        filters = scratch.filters;
        int tiles = Math.min(shared ? chunk(0) : Math.max(mostTiles(), grid.columns()), grid.count());
        for (var group : groups) {
            group.input.reserve(tiles * inputs);
            group.output.reserve(tiles * outputs);
        }
        filters.reserve(inputs * outputs);
    }

    /** Tiles of a chunk that one thread computes. */
    private int mostTiles() {
        return Math.max(FEWEST_TILES, CHUNK / (inputs + outputs));
    }

    /** Equal parts of those of a group, in whole rows; of shared ones, those of whole images. */
    private int chunk(int tiles) {
        if (shared) {
            return Math.max(1, MOST_SHARED / (grid.perImage() * (inputs + outputs))) * grid.perImage();
        }
        int rows = tiles / grid.columns();
        int most = Math.max(1, mostTiles() / grid.columns());
        return Math.ceilDiv(rows, Math.ceilDiv(rows, most)) * grid.columns();
    }

    /** Whether {@link #forward} wants the filters of the transposed convolution: inputs × outputs. */
    static boolean transposes(int inputs, int outputs) {
        return inputs * outputs <= MOST_TRANSPOSED;
    }

    private interface Chunk {
        void compute(Scratch.Group group, Workers threads, Tiles tiles, boolean first);
    }

    /** Each group computes the tiles of some images, one chunk after another. */
    private void chunks(Chunk chunk) {
        var threads = shared ? workers : Workers.ONE;
        new Workers(groups.size()).each(index -> {
            int last = lastImage(index) * grid.perImage();
            int first = lastImage(index - 1) * grid.perImage();
            int step = chunk(last - first);
            for (int from = first; from < last; from += step) {
                var tiles = Tiles.of(from, Math.min(last, from + step));
                chunk.compute(groups.get(index), threads, tiles, from == first);
            }
        });
    }

    private int lastImage(int group) {
        return grid.images() * (group + 1) / groups.size();
    }

    private interface Pixels {
        void move(Tiles tiles);
    }

    private void pixels(Workers threads, Tiles tiles, Pixels pixels) {
        threads.share(tiles.count(), grid.perImage(), (from, to) -> pixels.move(tiles.part(from, to)));
    }

    private void transform(Filters weights) {
        workers.share(weights.outputs(), 1, (from, to) -> weights.transform(filters, from, to));
    }

    /** With the filters of the transposed convolution where it wants them. */
    void forward(FeatureMap x, Filters weights, FeatureMap y) {
        transform(weights);
        boolean transposed = transposes(inputs, outputs);
        chunks((group, threads, tiles, _) -> {
            pixels(threads, tiles, part -> x.readInput(group.input, part));
            threads.share(POINTS, 1, (from, to) -> {
                for (int point = from; point < to; point++) {
                    float[] rows = group.input.at(point);
                    float[] result = group.output.at(point);
                    if (transposed) {
                        MatrixProducts.multiply(tiles.count(), outputs, inputs, rows, filters.at(point), result);
                    } else {
                        MatrixProducts.multiplyByTransposed(
                                tiles.count(), outputs, inputs, rows, filters.at(point), result);
                    }
                }
            });
            pixels(threads, tiles, part -> y.writeOutput(group.output, part));
        });
    }

    /** The gradients of the weights, and those of the input where they are wanted, from those of the output. */
    void backward(FeatureMap x, FeatureMap dy, Filters weights, Optional<Filters> dw, Optional<FeatureMap> dx) {
        if (dw.isPresent()) {
            groups.forEach(group -> group.filterGradient.reserve(inputs * outputs));
        }
        if (dx.isPresent()) {
            transform(weights);
        }
        chunks((group, threads, tiles, first) -> {
            pixels(threads, tiles, part -> dy.readOutputGradient(group.output, part));
            if (dw.isPresent()) {
                pixels(threads, tiles, part -> x.readInput(group.input, part));
                threads.share(POINTS, 1, (from, to) -> addFilterGradient(group, tiles.count(), first, from, to));
            }
            if (dx.isPresent()) {
                threads.share(POINTS, 1, (from, to) -> inputGradient(group, tiles.count(), from, to));
                pixels(threads, tiles, part -> dx.get().addInputGradient(group.input, part));
            }
        });
        dw.ifPresent(this::writeFilterGradient);
    }

    private void addFilterGradient(Scratch.Group group, int tiles, boolean first, int from, int to) {
        for (int point = from; point < to; point++) {
            MatrixProducts.multiplyTransposed(
                    outputs,
                    inputs,
                    tiles,
                    group.output.at(point),
                    group.input.at(point),
                    group.filterGradient.at(point),
                    !first);
        }
    }

    private void inputGradient(Scratch.Group group, int tiles, int from, int to) {
        for (int point = from; point < to; point++) {
            MatrixProducts.multiply(
                    tiles, inputs, outputs, group.output.at(point), filters.at(point), group.input.at(point));
        }
    }

    private void writeFilterGradient(Filters dw) {
        var sums = groups.stream().map(group -> group.filterGradient).toList();
        workers.share(outputs, 1, (from, to) -> dw.writeGradient(sums, from, to));
    }
}
