package dev.stoker.data.internal.feed;

import dev.stoker.data.BatchShare;
import dev.stoker.data.DataLoader;
import dev.stoker.data.LastBatch;
import dev.stoker.data.internal.pipeline.BatchCount;
import dev.stoker.data.internal.pipeline.Counts;

/**
 * Where the rows of batches come from: the rest of one epoch, then whole epochs, each with its own batches.
 * An index at or beyond {@link #elements(long)} wraps around to the beginning of its epoch.
 */
record BatchIndexing(
        long firstEpoch,
        long leftOfFirst,
        long perEpoch,
        int size,
        LastBatch last,
        BatchShare share,
        long batchesOfFirst,
        long batchesPerEpoch,
        long batches) {

    static BatchIndexing of(DataLoader<?> loader, long firstEpoch, long leftOfFirst, long perEpoch) {
        long first = firstEpoch < loader.epochs() ? BatchCount.of(leftOfFirst, loader.size(), loader.last()) : 0;
        long whole = BatchCount.of(perEpoch, loader.size(), loader.last());
        long after = Math.max(0, loader.epochs() - firstEpoch - 1);
        return new BatchIndexing(
                firstEpoch,
                leftOfFirst,
                perEpoch,
                loader.size(),
                loader.last(),
                loader.share(),
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

    /** The index of the first element of the batch within its epoch, or within the rest of it. */
    long first(long batch) {
        return size * (isInFirst(batch) ? batch : (batch - batchesOfFirst) % batchesPerEpoch);
    }

    /** Rows of the batch that are loaded here. */
    int rows(long batch) {
        return share.rows(wholeRows(batch));
    }

    private int wholeRows(long batch) {
        return last == LastBatch.SHORT ? (int) Math.min(size, elements(batch) - first(batch)) : size;
    }

    /** Rows of the whole batch, of which {@code kept} are here: without corrupt ones as far as they are known. */
    int wholeRows(long batch, int kept) {
        return wholeRows(batch) - (rows(batch) - kept);
    }

    /** The index of the element of a row within its epoch, or within the rest of it. */
    long index(long batch, int row) {
        return first(batch) + share.position(row);
    }
}
