package dev.stoker.data;

import java.util.Set;
import java.util.stream.Stream;

/** Lets a row wait until the consumer of its feed waits for it, so that a test knows who waits for whom. */
final class ConsumerWaits {
    private static final Set<String> WAITING = Set.of("awaitOrStop", "take");

    private final Thread consumer = Thread.currentThread();
    private volatile int taken;

    /** The consumer has taken a batch, and does not wait for that one anymore. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // by the consumer only
    void took() {
        taken++;
    }

    /** Waits until the thread that created this waits for the first batch. */
    void await() {
        await(0);
    }

    /** Waits until it waits for this batch. */
    void await(int batch) {
        try {
            while (taken < batch || !waits()) {
                Thread.sleep(1);
            }
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private boolean waits() {
        return Stream.of(consumer.getStackTrace()).anyMatch(frame -> WAITING.contains(frame.getMethodName()));
    }
}
