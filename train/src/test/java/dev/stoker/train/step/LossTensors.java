package dev.stoker.train.step;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Logits and labels of a test as tensors. */
public final class LossTensors {
    private LossTensors() {}

    public static Tensor logits(double[][] rows) {
        var values = new float[rows.length * rows[0].length];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) rows[i / rows[0].length][i % rows[0].length];
        }
        return Tensor.of(values, Device.CPU, rows.length, rows[0].length);
    }

    public static Tensor labels(int... labels) {
        long[] values = Arrays.stream(labels).asLongStream().toArray();
        try (var arena = Arena.ofConfined()) {
            var memory = arena.allocateFrom(ValueLayout.JAVA_LONG, values);
            return Tensor.zeros(DataType.INT64, Device.CPU, labels.length)
                    .copyFrom(Tensor.view(memory, DataType.INT64, labels.length));
        }
    }

    /** The labels in memory, as a batch has them. */
    public static MemorySegment memory(int... labels) {
        return Arena.ofAuto()
                .allocateFrom(
                        ValueLayout.JAVA_LONG,
                        Arrays.stream(labels).asLongStream().toArray());
    }
}
