package dev.stoker.data.internal.feed;

import dev.stoker.core.CorruptDataException;
import dev.stoker.data.RowWriter;
import dev.stoker.data.internal.pipeline.CorruptElements;
import dev.stoker.data.internal.pipeline.OneToMany;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.TaskOutputs;
import dev.stoker.data.internal.pipeline.WorkerState;
import java.util.ArrayList;
import java.util.List;

/**
 * A stage whose elements are written into rows of a pool, in the task that computes them. What is corrupt leaves a gap, so that
 * everything after it keeps its place.
 */
record PooledRowStage<T>(OneToMany<T> below, RowWriter<? super T> writer, RowPool pool, CorruptElements corrupt)
        implements OneToMany<RowPool.Row> {
    @Override
    public long size() {
        return below.size();
    }

    /** Rows are expensive, and one that has to be retried should not repeat others. */
    @Override
    public int perTask() {
        return 1;
    }

    @Override
    public void save(long used, StateWriter state) {
        below.save(used, state);
    }

    @Override
    public OneToMany<RowPool.Row> resume(StateReader state) {
        return new PooledRowStage<>(below.resume(state), writer, pool, corrupt);
    }

    @Override
    public void at(long epoch, long index, WorkerState worker, TaskOutputs<RowPool.Row> outputs) {
        try {
            writeAll(epoch, index, worker, outputs);
        } catch (CorruptDataException found) {
            corrupt.recordSkipped(found);
            outputs.add(RowPool.Row.OMITTED);
        }
    }

    private void writeAll(long epoch, long index, WorkerState worker, TaskOutputs<RowPool.Row> outputs) {
        var elements = new TaskOutputs<T>();
        below.at(epoch, index, worker, elements);
        var rows = new ArrayList<RowPool.Row>(elements.size());
        try {
            for (int i = 0; i < elements.size(); i++) {
                rows.add(pool.take());
                write(elements.value(i), rows.getLast(), worker);
            }
        } catch (RuntimeException failure) {
            giveBack(rows);
            throw failure;
        }
        rows.forEach(outputs::add);
    }

    private void write(T element, RowPool.Row row, WorkerState worker) {
        long start = worker.start();
        row.label(writer.write(element, row.bytes(), worker));
        worker.done("transform", start);
    }

    private void giveBack(List<RowPool.Row> rows) {
        rows.forEach(pool::giveBack);
    }
}
