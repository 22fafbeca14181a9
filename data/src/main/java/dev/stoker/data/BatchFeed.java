package dev.stoker.data;

import dev.stoker.core.Bytes;
import java.util.List;

/** Batches of rows, filled ahead by workers and handed out in order. */
public interface BatchFeed extends AutoCloseable {

    /** Whether there is another batch; waits where that depends on elements that are still computed. */
    boolean hasNext();

    /** Whether {@link #next} would give a batch without waiting. */
    boolean isReady();

    /** The next batch; waits until its last row is written. A worker's failure surfaces here. */
    HostBatch next();

    /** Where to continue: with the batch that {@link #next} would give now. */
    DataState state();

    /** Threads at work now. */
    int workers();

    /** What was decided about numbers of threads and batches, and why. */
    List<String> decisions();

    /** Where the time went, stage by stage. */
    List<StageStatistics> statistics();

    /** The most memory that slots, caches, read buffers and scratch held together. */
    Bytes peakMemory();

    /** Damaged elements that were left out. */
    long skipped();

    /** Stops the threads and frees the slots. */
    @Override
    void close();
}
