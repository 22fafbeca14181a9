package dev.stoker.train.internal.hogwild;

import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.internal.step.RunningMetrics;
import dev.stoker.train.internal.step.TrainingStep;
import java.util.Map;
import java.util.Objects;

/** What one thread computes with: gradients, input and metrics of its own over weights that all threads share. */
public record HogwildReplica(TrainingStep step, DeviceInput input, RunningMetrics metrics) implements AutoCloseable {
    /** Makes the replica of a thread, on that thread and in its scope. */
    public interface Factory {
        HogwildReplica create();
    }

    /** Lets the optimizer of this replica work on the state of another step: all threads share it, as they share weights. */
    public HogwildReplica sharing(Map<String, Tensor> state) {
        try (var _ = Gradients.off()) {
            step.state().forEach((name, tensor) -> tensor.shareMemoryOf(Objects.requireNonNull(state.get(name), name)));
        }
        return this;
    }

    @Override
    public void close() {
        step.close();
    }
}
