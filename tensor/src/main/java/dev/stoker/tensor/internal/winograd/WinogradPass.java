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

    /** Of a filter at each point, that a thread transforms at a time. */
    private static final int FILTER_PART = 1 << 12;

    private final TileGrid grid;
    private final int inputs;
    private final int outputs;
    private final int threads;
    private final boolean shared;
    private final int chunk;
    private final List<Scratch.Group> groups;
    private final Points filters;

    WinogradPass(TileGrid grid, int inputs, int outputs, int threads, Scratch scratch) {
        this.grid = grid;
        this.inputs = inputs;
        this.outputs = outputs;
        this.threads = threads;
        int most = Math.max(FEWEST_TILES, CHUNK / (inputs + outputs));
        shared = grid.images() < threads || (long) inputs * outputs > (long) most * (inputs + outputs);
        chunk = shared ? wholeImages() : wholeRows(most);
        groups = scratch.groups(shared ? 1 : threads);
        filters = scratch.filters;
        int tiles = Math.min(chunk, grid.count());
        for (var group : groups) {
            group.input.reserve(tiles * inputs);
            group.output.reserve(tiles * outputs);
        }
        filters.reserve(inputs * outputs);
    }

    private int wholeImages() {
        return Math.max(1, MOST_SHARED / (grid.perImage() * (inputs + outputs))) * grid.perImage();
    }

    /** At most so many tiles, in about equal parts of those of a thread. */
    private int wholeRows(int most) {
        int rows = Math.ceilDiv(grid.images(), threads) * grid.rows();
        int parts = Math.ceilDiv(rows, Math.max(1, most / grid.columns()));
        return Math.ceilDiv(rows, parts) * grid.columns();
    }

    /** Whether {@link #forward} wants the filters of the transposed convolution: inputs × outputs. */
    static boolean transposes(int inputs, int outputs) {
        return inputs * outputs <= MOST_TRANSPOSED;
    }

    /** With the filters of the transposed convolution where it wants them. */
    void forward(FeatureMap x, Filters weights, Optional<float[]> bias, FeatureMap y) {
        try (var workers = Workers.open(threads)) {
            transform(workers, weights);
            if (shared) {
                var group = groups.getFirst();
                for (int from = 0; from < grid.count(); from += chunk) {
                    var tiles = tiles(from, grid.count());
                    ofImages(workers, tiles, part -> x.readInput(group.input, part));
                    workers.compute(POINTS, (_, point) -> multiply(group, tiles.count(), point));
                    ofImages(workers, tiles, part -> y.writeOutput(group.output, bias, part));
                }
            } else {
                workers.compute(Math.ceilDiv(grid.count(), chunk), (worker, item) -> {
                    var group = groups.get(worker);
                    var tiles = tiles(item * chunk, grid.count());
                    x.readInput(group.input, tiles);
                    for (int point = 0; point < POINTS; point++) {
                        multiply(group, tiles.count(), point);
                    }
                    y.writeOutput(group.output, bias, tiles);
                });
            }
        }
    }

    private Tiles tiles(int from, int end) {
        return Tiles.of(from, Math.min(end, from + chunk));
    }

    private interface Part {
        void compute(Tiles tiles);
    }

    private void ofImages(Workers workers, Tiles tiles, Part part) {
        int size = grid.perImage();
        workers.compute(tiles.count() / size, (_, image) -> part.compute(tiles.part(image * size, (image + 1) * size)));
    }

    private void transform(Workers workers, Filters weights) {
        int step = Math.max(1, FILTER_PART / weights.inputs());
        workers.compute(Math.ceilDiv(weights.outputs(), step), (_, part) -> {
            weights.transform(filters, part * step, Math.min(weights.outputs(), (part + 1) * step));
        });
    }

    private void multiply(Scratch.Group group, int tiles, int point) {
        float[] rows = group.input.at(point);
        float[] filter = filters.at(point);
        float[] products = group.output.at(point);
        if (transposes(inputs, outputs)) {
            MatrixProducts.multiply(tiles, outputs, inputs, rows, filter, products);
        } else {
            MatrixProducts.multiplyByTransposed(tiles, outputs, inputs, rows, filter, products);
        }
    }

    /** Adds the gradients of the weights, and writes those of the input, where they are wanted, from those of the output. */
    void backward(FeatureMap x, FeatureMap dy, Filters weights, Optional<Filters> dw, Optional<FeatureMap> dx) {
        if (dw.isPresent()) {
            groups.forEach(group -> group.filterGradient.reserve(inputs * outputs));
        }
        var gradients = new Gradients(x, dy, dw.isPresent(), dx);
        try (var workers = Workers.open(threads)) {
            if (dx.isPresent()) {
                transform(workers, weights);
            }
            if (shared) {
                var group = groups.getFirst();
                for (int from = 0; from < grid.count(); from += chunk) {
                    var tiles = tiles(from, grid.count());
                    boolean first = from == 0;
                    ofImages(workers, tiles, part -> gradients.read(group, part));
                    workers.compute(POINTS, (_, point) -> gradients.multiply(group, tiles.count(), point, first));
                    ofImages(workers, tiles, part -> gradients.write(group, part));
                }
            } else {
                // Not by the thread that comes first: what is added to what, and in which order, must not depend on it.
                workers.compute(threads, (_, index) -> ofGroup(gradients, index));
            }
            dw.ifPresent(each -> addFilterGradient(workers, each));
        }
    }

    private void ofGroup(Gradients gradients, int index) {
        var group = groups.get(index);
        int first = grid.images() * index / threads * grid.perImage();
        int end = grid.images() * (index + 1) / threads * grid.perImage();
        for (int from = first; from < end; from += chunk) {
            var tiles = tiles(from, end);
            gradients.read(group, tiles);
            for (int point = 0; point < POINTS; point++) {
                gradients.multiply(group, tiles.count(), point, from == first);
            }
            gradients.write(group, tiles);
        }
    }

    private void addFilterGradient(Workers workers, Filters dw) {
        var sums = groups.stream().map(group -> group.filterGradient).toList();
        int step = Math.max(1, FILTER_PART / inputs);
        workers.compute(Math.ceilDiv(outputs, step), (_, part) -> {
            dw.addGradient(sums, part * step, Math.min(outputs, (part + 1) * step));
        });
    }

    /** Which there are to compute for each chunk. */
    private final class Gradients {
        private final FeatureMap x;
        private final FeatureMap dy;
        private final boolean ofFilters;
        private final Optional<FeatureMap> dx;

        Gradients(FeatureMap x, FeatureMap dy, boolean ofFilters, Optional<FeatureMap> dx) {
            this.x = x;
            this.dy = dy;
            this.ofFilters = ofFilters;
            this.dx = dx;
        }

        void read(Scratch.Group group, Tiles tiles) {
            dy.readOutputGradient(group.output, tiles);
            if (ofFilters) {
                x.readInput(group.input, tiles);
            }
        }

        /** The second product takes the place of the input, which the first has used. */
        void multiply(Scratch.Group group, int tiles, int point, boolean first) {
            float[] outer = group.output.at(point);
            float[] inner = group.input.at(point);
            if (ofFilters) {
                float[] sums = group.filterGradient.at(point);
                MatrixProducts.multiplyTransposed(outputs, inputs, tiles, outer, inner, sums, !first);
            }
            if (dx.isPresent()) {
                MatrixProducts.multiply(tiles, inputs, outputs, outer, filters.at(point), inner);
            }
        }

        void write(Scratch.Group group, Tiles tiles) {
            dx.ifPresent(each -> each.addInputGradient(group.input, tiles));
        }
    }
}
