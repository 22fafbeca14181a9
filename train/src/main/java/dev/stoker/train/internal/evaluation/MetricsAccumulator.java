package dev.stoker.train.internal.evaluation;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.collective.Communicator;
import dev.stoker.train.evaluation.CorruptImages;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.step.Loss;
import dev.stoker.train.step.MultiLabelLoss;
import dev.stoker.train.step.RegressionLoss;
import java.util.Optional;

/** Adds up the metrics of a task on the device; the host reads them once at the end. */
public sealed interface MetricsAccumulator permits EvaluationAccumulator, MultiLabelAccumulator, RegressionAccumulator {
    /** Those of the task that the loss is for. Tensors that it makes belong to the innermost scope. */
    static MetricsAccumulator of(int classes, Loss loss, Device device, Optional<Communicator> ranks) {
        return switch (loss) {
            case MultiLabelLoss multiLabel -> new MultiLabelAccumulator(multiLabel.on(device), device, ranks);
            case RegressionLoss regression -> new RegressionAccumulator(regression, device, ranks);
            default -> new EvaluationAccumulator(classes, loss.on(device), device, ranks);
        };
    }

    void clear();

    void add(Tensor logits, Tensor labels, int size);

    /** Waits for the device, and for all ranks that evaluate together. */
    Evaluation read(CorruptImages corrupt);
}
