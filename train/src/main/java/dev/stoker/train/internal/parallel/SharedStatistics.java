package dev.stoker.train.internal.parallel;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import dev.stoker.tensor.collective.Communicator;
import dev.stoker.tensor.collective.Reduction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Averages the running statistics of batch norm, which each rank collects from its own images. */
public final class SharedStatistics {
    private final Communicator communicator;
    private final List<Tensor> statistics;
    private final Optional<Tensors> all;

    /** Of these buffers; those that count are the same on all ranks. */
    public SharedStatistics(Communicator communicator, Collection<Tensor> buffers) {
        this.communicator = communicator;
        statistics = buffers.stream()
                .filter(buffer -> buffer.type() == DataType.FLOAT32)
                .toList();
        all = statistics.isEmpty() ? Optional.empty() : Optional.of(Tensors.of(statistics));
    }

    /** All ranks call this at the same point. */
    public void average() {
        if (communicator.world() == 1 || statistics.isEmpty()) {
            return;
        }
        try (var _ = Gradients.off()) {
            var started = new ArrayList<Reduction>();
            statistics.forEach(each -> started.add(communicator.startSum(each)));
            started.forEach(Reduction::join);
            all.orElseThrow().timesInPlace(1.0 / communicator.world());
        }
    }
}
