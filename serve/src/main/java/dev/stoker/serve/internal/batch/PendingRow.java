package dev.stoker.serve.internal.batch;

import java.util.concurrent.CompletableFuture;

/**
 * A row on its way.
 *
 * @param arrived in nanoseconds of {@link System#nanoTime}
 * @param deadline in the same
 * @param result its outputs
 */
record PendingRow(RowWriter writer, long arrived, long deadline, CompletableFuture<float[]> result) {
    boolean isExpired(long now) {
        return now - deadline >= 0;
    }

    /** Nobody waits for it any more, or it is too late. */
    boolean isOver(long now) {
        return result.isDone() || isExpired(now);
    }

    void expire() {
        result.completeExceptionally(RefusedException.expired());
    }
}
