package dev.stoker.tensor.collective;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.Work;

/** A collective operation in progress. */
final class GlooWork implements AutoCloseable {
    /** libtorch cannot end a wait, so it is asked for short ones, between which an abort is noticed. */
    private static final long SLICE_MILLISECONDS = 200;

    private static final Pattern TIMED_OUT = Pattern.compile("^.*(Timed out|Application timeout)");

    private final String what;
    private final Work work;
    private final List<Pointer> owned;
    private boolean freed;

    /**
     * @param what the operation, for messages
     * @param owned native objects that are freed with it
     */
    GlooWork(String what, Work work, Pointer... owned) {
        this.what = what;
        this.work = work;
        this.owned = List.of(owned);
    }

    /** Waits until it is complete, unless it is aborted. */
    void await(Duration timeout, BooleanSupplier aborted) {
        try (var _ = new PointerScope()) {
            var slice = new Milliseconds(SLICE_MILLISECONDS);
            while (!isComplete(slice, timeout)) {
                if (aborted.getAsBoolean()) {
                    throw new CommunicationException(what + " was not completed: it was aborted on this rank");
                }
            }
        }
    }

    private boolean isComplete(Milliseconds slice, Duration timeout) {
        try {
            return work._wait(slice);
        } catch (RuntimeException _) {
            // The slice is over, or it has failed. In the meantime it may even have completed: it is asked once more.
            return work.isCompleted() && hasSucceeded(timeout);
        }
    }

    private boolean hasSucceeded(Duration timeout) {
        try {
            return work._wait();
        } catch (RuntimeException failure) {
            throw failure(failure, timeout);
        }
    }

    private CommunicationException failure(RuntimeException failure, Duration timeout) {
        // Of several operations in progress one has timed out, and the others are told in other words.
        return TIMED_OUT.matcher(String.valueOf(failure.getMessage())).find()
                ? new CommunicationException("%s was not completed: another rank did not answer within %s"
                        .formatted(what, CommunicationException.seconds(timeout)))
                : new CommunicationException(what + " was not completed", failure);
    }

    /** libtorch holds operations in progress and their tensors by itself, so they may be freed here at any time. */
    @Override
    public synchronized void close() {
        if (!freed) {
            freed = true;
            work.releaseReference();
            owned.forEach(Pointer::releaseReference);
        }
    }
}
