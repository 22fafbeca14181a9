package dev.stoker.train.internal.step;

import dev.stoker.tensor.cuda.CudaGraph;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.train.internal.input.DeviceInput;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A step captured for full batches, and for those of one other size, which the last batch of each epoch has. Both graphs lie
 * in the same memory, since they never run at once.
 */
final class CapturedStepGraphs implements AutoCloseable {
    private final Runnable step;
    private final CudaGraph full;
    private @Nullable CudaGraph shorter;
    private int partialBatchSize;

    CapturedStepGraphs(DeviceStream stream, Runnable step) {
        this.step = step;
        full = CudaGraph.of(stream, step);
    }

    /** That for full batches. */
    CudaGraph full() {
        return full;
    }

    /** That for the batch that lies in the input; none for a third size. */
    Optional<CudaGraph> of(DeviceInput input) {
        if (input.isFull()) {
            return Optional.of(full);
        }
        if (shorter == null) {
            shorter = full.sharingMemory(step);
            partialBatchSize = input.size();
        }
        return partialBatchSize == input.size() ? Optional.of(shorter) : Optional.empty();
    }

    /** The size of short batches that are replayed by now. */
    OptionalInt partialBatchSize() {
        return shorter != null && shorter.isCaptured() ? OptionalInt.of(partialBatchSize) : OptionalInt.empty();
    }

    @Override
    public void close() {
        if (shorter != null) {
            shorter.close();
        }
        full.close();
    }
}
