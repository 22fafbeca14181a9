package dev.stoker.data;

import dev.stoker.core.Seed;
import dev.stoker.core.SlotMemory;

/** The batches of one epoch, filled ahead by workers and handed out in order. */
public interface EpochFeed extends AutoCloseable {

    /** What to feed: rows of {@code source} in {@code order}, from batch {@code firstBatch} on. */
    record Settings(
            Source source,
            Order order,
            RowTransform transform,
            Seed seed,
            int batch,
            int firstBatch,
            int workers,
            int batchesAhead) {
        public Settings {
            atLeastOne("batch", batch);
            atLeastOne("workers", workers);
            atLeastOne("batches ahead", batchesAhead);
            if (firstBatch < 0) {
                throw new IllegalArgumentException("the first batch cannot be negative, got " + firstBatch);
            }
        }

        int batches() {
            return Math.ceilDiv(source.size(), batch);
        }

        private static void atLeastOne(String name, int value) {
            if (value < 1) {
                throw new IllegalArgumentException(name + " must be at least 1, got " + value);
            }
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
