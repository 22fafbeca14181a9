package dev.stoker.train.internal.step;

import dev.stoker.train.internal.device.ReplayableGraph;
import dev.stoker.train.internal.input.DeviceInput;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The graph of a step on full batches, and one for batches of one other size, which the last batch of each epoch has. Both
 * graphs use the same memory, since they never run at once.
 */
final class CapturedStepGraphs implements AutoCloseable {
    private final Runnable step;
    private final ReplayableGraph full;
    private @Nullable ReplayableGraph partial;
    private int partialBatchSize;

    /** {@code full} is a graph of the step, which is still to be captured. */
    CapturedStepGraphs(ReplayableGraph full, Runnable step) {
        this.full = full;
        this.step = step;
    }

    /** The graph for full batches. */
    ReplayableGraph full() {
        return full;
    }

    /** The graph for the batch in the input; none for a third size. */
    Optional<ReplayableGraph> of(DeviceInput input) {
        if (input.isFull()) {
            return Optional.of(full);
        }
        if (partial == null) {
            partial = full.inSameMemory(step);
            partialBatchSize = input.size();
        }
        return partialBatchSize == input.size() ? Optional.of(partial) : Optional.empty();
    }

    /** The size of the partial batches that are replayed by now. */
    OptionalInt partialBatchSize() {
        return partial != null && partial.isCaptured() ? OptionalInt.of(partialBatchSize) : OptionalInt.empty();
    }

    @Override
    public void close() {
        if (partial != null) {
            partial.close();
        }
        full.close();
    }
}
