package dev.stoker.train.evaluation;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.internal.evaluation.MetricsAccumulator;
import dev.stoker.train.step.Loss;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** Evaluates logits that another program has computed, with the metrics of a trainer's evaluations. It owns a scope. */
public final class LogitsEvaluation implements AutoCloseable {
    private final TensorScope scope = TensorScope.open("logits");
    private final int classes;
    private final MetricsAccumulator metrics;

    /** Metrics are those of the task that the loss is for. */
    public LogitsEvaluation(int classes, Loss loss) {
        this.classes = classes;
        metrics = MetricsAccumulator.of(classes, loss, Device.CPU, Optional.empty());
    }

    /** Adds a batch: logits row by row, and labels (int64). */
    public void add(float[] logits, MemorySegment labels, int size) {
        try (var _ = TensorScope.open("batch");
                var _ = Gradients.off()) {
            metrics.add(Tensor.of(logits, Device.CPU, size, classes), Tensor.view(labels, DataType.INT64, size), size);
        }
    }

    /** Of all that were added. */
    public Evaluation read(CorruptImages corrupt) {
        return metrics.read(corrupt);
    }

    @Override
    public void close() {
        scope.close();
    }
}
