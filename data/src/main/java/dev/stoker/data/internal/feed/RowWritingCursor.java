package dev.stoker.data.internal.feed;

import dev.stoker.data.RowWriter;
import dev.stoker.data.internal.pipeline.Cursor;
import dev.stoker.data.internal.pipeline.ElementFailure;
import dev.stoker.data.internal.pipeline.SimpleCursor;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.WorkerState;

/** Writes the elements of a stream into rows one after the other, on the thread that advances. */
final class RowWritingCursor<T> extends SimpleCursor<RowPool.Row> {
    private final Cursor<T> input;
    private final RowWriter<? super T> writer;
    private final RowPool pool;
    private final WorkerState worker = new WorkerState();
    private final long epoch;
    private long position;

    RowWritingCursor(Cursor<T> input, RowWriter<? super T> writer, RowPool pool, long epoch, long position) {
        this.input = input;
        this.writer = writer;
        this.pool = pool;
        this.epoch = epoch;
        this.position = position;
    }

    @Override
    public boolean advance() {
        if (!input.advance()) {
            return false;
        }
        worker.at(epoch, position++);
        var row = pool.take();
        try {
            row.label(writer.write(input.value(), row.bytes(), worker));
        } catch (RuntimeException failure) {
            throw ElementFailure.at(worker, failure);
        }
        give(row);
        return true;
    }

    @Override
    public void save(StateWriter state) {
        state.add(position);
        input.save(state);
    }

    @Override
    public void close() {
        try (worker) {
            input.close();
        }
    }
}
