package dev.stoker.data.internal.pipeline;

import dev.stoker.data.LastBatch;

/** How many batches a number of elements makes. */
public final class BatchCount {
    private BatchCount() {}

    /** {@code Long.MAX_VALUE} elements are infinitely many, and so are their batches. */
    public static long of(long elements, int size, LastBatch last) {
        if (elements == Long.MAX_VALUE) {
            return elements;
        }
        return last == LastBatch.DROPPED ? elements / size : Math.ceilDiv(elements, (long) size);
    }
}
