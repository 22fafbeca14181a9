package dev.stoker.train.internal.parallel;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.collective.Communicator;
import dev.stoker.tensor.collective.Reduction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Averages the running statistics of batch norm, which each rank collects from its own images. */
public final class SharedStatistics {
    private final Communicator communicator;
    private final List<Tensor> statistics;

    /** Of these buffers; those that count are the same on all ranks. */
    public SharedStatistics(Communicator communicator, Collection<Tensor> buffers) {
        this.communicator = communicator;
        statistics = buffers.stream()
                .filter(buffer -> buffer.type() == DataType.FLOAT32)
                .toList();
    }

    /** All ranks call this at the same point. */
    public void average() {
        if (communicator.world() == 1) {
            return;
        }
        try (var _ = Gradients.off()) {
            var started = new ArrayList<Reduction>();
            statistics.forEach(each -> started.add(communicator.startSum(each)));
            started.forEach(Reduction::join);
            statistics.forEach(each -> each.timesInPlace(1.0 / communicator.world()));
        }
    }
}
