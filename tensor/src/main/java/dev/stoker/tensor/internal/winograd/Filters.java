package dev.stoker.tensor.internal.winograd;

import static dev.stoker.tensor.internal.winograd.Points.FILTER;

import dev.stoker.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** The weights of a convolution in channels-last layout: for each output channel 3×3 rows of input channels. */
record Filters(MemorySegment weights, int outputs, int inputs) {
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;

    /** Elements of each array that are transformed at a time: pages, as arrays do not fit in caches, and are more than a core prefetches. */
    private static final int BLOCK = 1024;

    static Filters of(Tensor weights) {
        long[] sizes = weights.sizes();
        return new Filters(FeatureMap.floats(weights), Math.toIntExact(sizes[0]), Math.toIntExact(sizes[1]));
    }

    int length() {
        return outputs * inputs;
    }

    /** At the points: outputs × inputs. */
    void transform(Points points, int from, int to) {
        inBlocks(from, to, (first, last) -> {
            each(first, last, (output, i, j) -> {
                float[] array = points.at(i, j);
                MemorySegment.copy(weights, FLOAT, byteOf(output, i, j), array, output * inputs, inputs);
            });
            points.fromFilter(first * inputs, last * inputs);
        });
    }

    /** Adds the gradients of weights from those at the points, which are the sums of all of these. */
    void addGradient(List<Points> summands, int from, int to) {
        var points = summands.getFirst();
        inBlocks(from, to, (first, last) -> {
            for (var other : summands.subList(1, summands.size())) {
                points.add(other, first * inputs, last * inputs);
            }
            points.toFilterGradient(first * inputs, last * inputs);
            each(
                    first,
                    last,
                    (output, i, j) -> add(points.ofWeight(i, j), points.spare(), output, byteOf(output, i, j)));
        });
    }

    private void add(float[] gradients, float[] sums, int output, long position) {
        int at = output * inputs;
        MemorySegment.copy(weights, FLOAT, position, sums, at, inputs);
        LineTransforms.add(sums, gradients, at, at + inputs);
        MemorySegment.copy(sums, at, weights, FLOAT, position, inputs);
    }

    private interface Part {
        void compute(int from, int to);
    }

    private interface Weight {
        void visit(int output, int row, int column);
    }

    private static void each(int from, int to, Weight weight) {
        for (int output = from; output < to; output++) {
            for (int i = 0; i < FILTER; i++) {
                for (int j = 0; j < FILTER; j++) {
                    weight.visit(output, i, j);
                }
            }
        }
    }

    private void inBlocks(int from, int to, Part part) {
        int step = Math.max(1, BLOCK / inputs);
        for (int first = from; first < to; first += step) {
            part.compute(first, Math.min(to, first + step));
        }
    }

    private long byteOf(int output, int row, int column) {
        return (((long) output * FILTER + row) * FILTER + column) * inputs * Float.BYTES;
    }
}
