package dev.stoker.train;

import dev.stoker.tensor.CapturedWork;
import dev.stoker.tensor.DeviceStream;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A step captured for full batches, and for those of one other size, which the last batch of each epoch has. Both graphs lie
 * in the same memory, since they never run at once.
 */
final class CapturedSteps implements AutoCloseable {
    private final Runnable step;
    private final CapturedWork full;
    private @Nullable CapturedWork shorter;
    private int shorterSize;

    CapturedSteps(DeviceStream stream, Runnable step) {
        this.step = step;
        full = CapturedWork.of(stream, step);
    }

    /** That for full batches. */
    CapturedWork full() {
        return full;
    }

    /** That for the batch that lies in the input; none for a third size. */
    Optional<CapturedWork> of(DeviceInput input) {
        if (input.isFull()) {
            return Optional.of(full);
        }
        if (shorter == null) {
            shorter = full.beside(step);
            shorterSize = input.size();
        }
        return shorterSize == input.size() ? Optional.of(shorter) : Optional.empty();
    }

    /** The size of short batches that are replayed by now. */
    OptionalInt shorterSize() {
        return shorter != null && shorter.isRecorded() ? OptionalInt.of(shorterSize) : OptionalInt.empty();
    }

    @Override
    public void close() {
        if (shorter != null) {
            shorter.close();
        }
        full.close();
    }
}
