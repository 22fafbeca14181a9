package dev.stoker.data.internal.feed;

import dev.stoker.data.DataLoader;
import dev.stoker.data.LastBatch;
import dev.stoker.data.internal.pipeline.BatchCount;
import dev.stoker.data.internal.pipeline.Counts;

/**
 * Where the rows of batches come from: what is left of one epoch, and whole epochs behind it, each in batches of its own.
 * An index at or beyond {@link #elements(long)} wraps around to the beginning of its epoch.
 */
record BatchIndexing(
        long firstEpoch,
        long leftOfFirst,
        long perEpoch,
        int size,
        LastBatch last,
        long batchesOfFirst,
        long batchesPerEpoch,
        long batches) {

    static BatchIndexing of(DataLoader<?> form, long firstEpoch, long leftOfFirst, long perEpoch) {
        long first = firstEpoch < form.epochs() ? BatchCount.of(leftOfFirst, form.size(), form.last()) : 0;
        long whole = BatchCount.of(perEpoch, form.size(), form.last());
        long after = Math.max(0, form.epochs() - firstEpoch - 1);
        return new BatchIndexing(
                firstEpoch,
                leftOfFirst,
                perEpoch,
                form.size(),
                form.last(),
                first,
                whole,
                Counts.plus(first, Counts.times(whole, after)));
    }

    boolean isInFirst(long batch) {
        return batch < batchesOfFirst;
    }

    long epoch(long batch) {
        return isInFirst(batch) ? firstEpoch : firstEpoch + 1 + (batch - batchesOfFirst) / batchesPerEpoch;
    }

    /** Elements of the batch's epoch, or what is left of them. */
    long elements(long batch) {
        return isInFirst(batch) ? leftOfFirst : perEpoch;
    }

    /** The first of the batch among the elements of its epoch, or among what is left of them. */
    long first(long batch) {
        return size * (isInFirst(batch) ? batch : (batch - batchesOfFirst) % batchesPerEpoch);
    }

    int rows(long batch) {
        return last == LastBatch.SHORT ? (int) Math.min(size, elements(batch) - first(batch)) : size;
    }
}
