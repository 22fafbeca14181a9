package dev.stoker.data;

import dev.stoker.core.StokerException;

/**
 * The rows of each batch that belong to one of several ranks: row {@code i} of rank {@code r} is row {@code i * world + r} of the
 * batch. All ranks together have exactly the batches of one, whatever their number, and shares differ by one row at most.
 */
public record BatchShare(int rank, int world) {
    /** One rank has everything. */
    public static final BatchShare ALL = new BatchShare(0, 1);

    public BatchShare {
        if (world < 1 || rank < 0 || rank >= world) {
            throw new StokerException("there is no rank %d of %d; ranks are counted from 0".formatted(rank, world));
        }
    }

    /** How many of the rows of a batch; none where there are fewer rows than ranks. */
    public int rows(int batch) {
        return (batch - rank + world - 1) / world;
    }

    /** The number in the whole batch of a row of this share. */
    public int position(int row) {
        return row * world + rank;
    }
}
