package dev.stoker.data;

import java.util.Set;
import java.util.stream.Stream;

/** Lets a row wait until the consumer of its feed waits for it, so that a test knows who waits for whom. */
final class ConsumerWaits {
    private static final Set<String> WAITING = Set.of("awaitOrStop", "take");

    private final Thread consumer = Thread.currentThread();

    /** Waits until the thread that created this waits for a batch. */
    void await() {
        try {
            while (Stream.of(consumer.getStackTrace()).noneMatch(frame -> WAITING.contains(frame.getMethodName()))) {
                Thread.sleep(1);
            }
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
