package dev.stoker.data;

import dev.stoker.core.SlotMemory;

/** Batches of rows, filled ahead by workers and handed out in order. */
public interface EpochFeed extends AutoCloseable {

    /** What to feed: {@code rows} rows in {@code order}, from batch {@code firstBatch} on. */
    record Settings(
            RowFiller filler,
            int rowBytes,
            Order order,
            long rows,
            int batch,
            int firstBatch,
            int workers,
            int batchesAhead) {
        public Settings {
            Counts.atLeastOne("row bytes", rowBytes);
            Counts.notNegative("rows", rows);
            Counts.atLeastOne("batch", batch);
            Counts.atLeastOne("workers", workers);
            Counts.atLeastOne("batches ahead", batchesAhead);
            Counts.notNegative("the first batch", firstBatch);
        }

        long batches() {
            return Math.ceilDiv(rows, (long) batch);
        }
    }

    boolean hasNext();

    /** The next batch; waits until its last row is written. A worker's failure surfaces here. */
    HostBatch next();

    /** Stops the workers and frees the slots. */
    @Override
    void close();

    /** Starts the workers; the feed owns the memory and closes it. */
    static EpochFeed open(Settings settings, SlotMemory memory) {
        return new SlotFeed(settings, memory);
    }
}
