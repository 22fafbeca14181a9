package dev.stoker.data;

import dev.stoker.core.SlotMemory;
import java.util.List;

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
            Workers workers,
            int batchesAhead) {
        public Settings {
            Counts.atLeastOne("row bytes", rowBytes);
            Counts.notNegative("rows", rows);
            Counts.atLeastOne("batch", batch);
            Counts.atLeastOne("batches ahead", batchesAhead);
            Counts.notNegative("the first batch", firstBatch);
        }

        /** With a fixed number of workers. */
        public Settings(
                RowFiller filler,
                int rowBytes,
                Order order,
                long rows,
                int batch,
                int firstBatch,
                int workers,
                int ahead) {
            this(filler, rowBytes, order, rows, batch, firstBatch, Workers.fixed(workers), ahead);
        }

        long batches() {
            return Math.ceilDiv(rows, (long) batch);
        }
    }

    /** Threads that fill rows: {@code first} of them at the start and, if that is worth it, up to {@code most}. */
    record Workers(int first, int most) {
        public Workers {
            Counts.atLeastOne("workers", first);
            if (most < first) {
                throw new IllegalArgumentException("at most %d workers cannot start with %d".formatted(most, first));
            }
        }

        public static Workers fixed(int count) {
            return new Workers(count, count);
        }

        /** Tuned while running, from one per core up; threads that wait for a disk may outnumber the cores. */
        public static Workers auto() {
            int cores = Runtime.getRuntime().availableProcessors();
            return new Workers(cores, Math.max(16, 4 * cores));
        }
    }

    boolean hasNext();

    /** The next batch; waits until its last row is written. A worker's failure surfaces here. */
    HostBatch next();

    /** Threads at work now. */
    int workers();

    /** What was decided about the number of workers, and why. */
    List<String> decisions();

    /** Stops the workers and frees the slots. */
    @Override
    void close();

    /** Starts the workers; the feed owns the memory and closes it. */
    static EpochFeed open(Settings settings, SlotMemory memory) {
        return new SlotFeed(settings, memory);
    }
}
