package dev.stoker.tensor.internal.winograd;

import static dev.stoker.tensor.internal.winograd.Points.FILTER;

import dev.stoker.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The weights of a convolution in channels-last layout: for each output channel 3×3 rows of input channels. */
record Filters(MemorySegment weights, int outputs, int inputs) {
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;

    static Filters of(Tensor weights) {
        long[] sizes = weights.sizes();
        return new Filters(FeatureMap.floats(weights), Math.toIntExact(sizes[0]), Math.toIntExact(sizes[1]));
    }

    int length() {
        return outputs * inputs;
    }

    /** At the points: outputs × inputs. */
    void transform(Points points, int from, int to) {
        for (int output = from; output < to; output++) {
            for (int i = 0; i < FILTER; i++) {
                for (int j = 0; j < FILTER; j++) {
                    MemorySegment.copy(weights, FLOAT, byteOf(output, i, j), points.at(i, j), output * inputs, inputs);
                }
            }
            points.fromFilter(output * inputs, (output + 1) * inputs);
        }
    }

    /** Writes the gradients of weights from those at the points. */
    void writeGradient(Points points, int from, int to) {
        for (int output = from; output < to; output++) {
            points.toFilterGradient(output * inputs, (output + 1) * inputs);
            for (int i = 0; i < FILTER; i++) {
                for (int j = 0; j < FILTER; j++) {
                    MemorySegment.copy(
                            points.ofWeight(i, j), output * inputs, weights, FLOAT, byteOf(output, i, j), inputs);
                }
            }
        }
    }

    private long byteOf(int output, int row, int column) {
        return (((long) output * FILTER + row) * FILTER + column) * inputs * Float.BYTES;
    }
}
