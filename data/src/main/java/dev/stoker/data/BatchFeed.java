package dev.stoker.data;

import dev.stoker.core.Bytes;
import dev.stoker.data.storage.RequestStatistics;
import java.util.List;

/** Batches of rows, filled ahead by workers and handed out in order. */
public interface BatchFeed extends AutoCloseable {

    /** Whether there is another batch; waits if that depends on elements that are still being computed. */
    boolean hasNext();

    /** Whether {@link #next} would return a batch without waiting. */
    boolean isReady();

    /** The next batch; waits until its last row is written. It throws the failure of a worker. */
    HostBatch next();

    /** The position to resume from: that of the batch that {@link #next} would return now. */
    DataState state();

    /** The current number of worker threads. */
    int workers();

    /** What the tuner decided about the numbers of threads and batches, and why. */
    List<String> decisions();

    /** Where the time went, stage by stage. */
    List<StageStatistics> statistics();

    /** What was asked of a storage that is not on this machine; {@link RequestStatistics#NONE} where the data is local. */
    default RequestStatistics requests() {
        return RequestStatistics.NONE;
    }

    /** The most memory that slots, caches, read buffers and scratch held together. */
    Bytes peakMemory();

    /** Corrupt elements that were skipped. */
    long skipped();

    /** What is wrong with each of them, in the order of their names. */
    List<String> corruptElements();

    /** Stops the threads and frees the slots. */
    @Override
    void close();
}
