package dev.stoker.data;

import dev.stoker.core.Bytes;
import dev.stoker.data.internal.pipeline.Cursor;
import dev.stoker.data.internal.pipeline.PipelineRun;
import dev.stoker.data.internal.pipeline.StateWriter;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Elements in order, computed ahead by workers; closing it stops them. */
public final class DataIterator<T> implements Iterator<T>, AutoCloseable {
    private final Cursor<T> cursor;
    private final PipelineRun run;
    private DataState state;
    private boolean peeked;
    private boolean available;

    DataIterator(Cursor<T> cursor, PipelineRun run) {
        this.cursor = cursor;
        this.run = run;
        state = save();
    }

    /** Waits for the next element. It throws the failure of a worker, which names the element. */
    @Override
    public boolean hasNext() {
        if (!peeked) {
            state = save();
            available = cursor.advance();
            peeked = true;
        }
        return available;
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the data has no more elements");
        }
        peeked = false;
        return cursor.value();
    }

    /** The position to resume from: that of the element that {@link #next} would return now. */
    public DataState state() {
        return peeked ? state : save();
    }

    /** The current number of worker threads. */
    public int workers() {
        return run.workers();
    }

    /** What the tuner decided about the numbers of threads and of tasks ahead, and why. */
    public List<String> decisions() {
        return run.decisions();
    }

    /** Where the time went, stage by stage. */
    public List<StageStatistics> statistics() {
        return run.statistics();
    }

    /** The most memory that caches, read buffers and scratch held together. */
    public Bytes peakMemory() {
        return run.memory().peak();
    }

    private DataState save() {
        var writer = new StateWriter();
        cursor.save(writer);
        return writer.state();
    }

    @Override
    public void close() {
        cursor.close();
    }
}
