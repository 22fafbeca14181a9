package dev.stoker.train.step;

import dev.stoker.core.DataType;
import dev.stoker.data.label.TargetScaling;
import dev.stoker.data.label.TargetValues;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

/** Numbers that a model is trained towards, and by which they are standardized. */
public record RegressionTargets(TargetValues values, TargetScaling scaling) {
    public RegressionTargets {
        if (values.targets() != scaling.mean().size()) {
            throw new IllegalArgumentException("there are %d targets, but means of %d"
                    .formatted(values.targets(), scaling.mean().size()));
        }
    }

    /** As tensors, which are made once: a captured step must not copy them from the host. */
    OnDevice on(Device device) {
        int rows = values.rows().size();
        var standardized = doubles(standardized(), device).reshape(rows, values.targets());
        return new OnDevice(standardized.toFloat(), standardized, doubles(deviations(), device));
    }

    private double[] standardized() {
        int targets = values.targets();
        var standardized = new double[Math.multiplyExact(values.rows().size(), targets)];
        for (int i = 0; i < standardized.length; i++) {
            double value = values.rows().get(i / targets).get(i % targets);
            standardized[i] = scaling.standardized(i % targets, value);
        }
        return standardized;
    }

    private double[] deviations() {
        return scaling.deviation().stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static Tensor doubles(double[] values, Device device) {
        try (var arena = Arena.ofConfined()) {
            var memory = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, values);
            return Tensor.empty(DataType.FLOAT64, device, values.length)
                    .copyFrom(Tensor.view(memory, DataType.FLOAT64, values.length));
        }
    }

    /**
     * A row for each label.
     *
     * @param standardized float32, rows × targets
     * @param exact the same in float64, for metrics
     * @param deviations float64, of each target in units of the data
     */
    public record OnDevice(Tensor standardized, Tensor exact, Tensor deviations) {
        /** What samples with these labels are trained towards. */
        Tensor of(Tensor labels) {
            return Functional.embedding(standardized, labels);
        }

        /** The same in float64. */
        public Tensor exactOf(Tensor labels) {
            return Functional.embedding(exact, labels);
        }
    }
}
