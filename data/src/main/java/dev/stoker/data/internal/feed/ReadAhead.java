package dev.stoker.data.internal.feed;

import dev.stoker.core.StokerException;
import dev.stoker.data.internal.pipeline.Threads;
import dev.stoker.data.internal.pipeline.WorkerPool;
import dev.stoker.data.internal.pipeline.WorkerState;
import dev.stoker.data.internal.tuning.MemoryBudget;
import dev.stoker.data.internal.tuning.MemoryBudgetExceededException;
import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.telemetry.trace.TraceLane;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Threads that read what the workers will need next, since the order is known: the files are then in the page cache. There are no
 * such threads until the tuner finds that workers wait for files. What is not on this machine is asked for by {@link RemoteAhead}.
 */
final class ReadAhead<T> implements AutoCloseable {
    private static final int ROWS_AT_ONCE = 4;
    private static final int MAX_READ_AHEAD_ROWS = 1024;

    private static final SpanKind READ = SpanKind.of("read", "batch", "rows");

    private record RowRange(long first, long end) {}

    private final BatchElements<T> elements;
    private final BatchIndexing indexing;
    private final WorkerPool<?> workerPool;
    private final MemoryBudget budget;
    private final Trace trace;
    private final List<Thread> threads = new ArrayList<>();
    private long workersAt;
    private long next;

    ReadAhead(BatchElements<T> elements, WorkerPool<?> workerPool, MemoryBudget budget, Trace trace) {
        this.elements = elements;
        indexing = elements.indexing();
        this.workerPool = workerPool;
        this.trace = trace;
        this.budget = budget;
    }

    /** Workers have reached this batch. Called with the lock of the pool held, or before anything else runs. */
    void start(long batch) {
        workersAt = batch * indexing.size();
        while (threads.size() < workerPool.tuner().readers()) {
            int number = threads.size();
            var lane = trace.borrow("reader");
            threads.add(Thread.ofPlatform().name("read-" + number).daemon().start(() -> work(number, lane)));
        }
    }

    private void work(int number, TraceLane lane) {
        try (lane;
                var worker = new WorkerState(budget)) {
            for (var run = claim(number); run != null; run = claim(number)) {
                warm(run, worker, lane);
            }
        } catch (MemoryBudgetExceededException _) {
            // a reader without memory for its buffer ends
        } catch (Throwable thrown) {
            workerPool.fail(thrown);
        }
    }

    private @Nullable RowRange claim(int number) {
        workerPool.lock();
        try {
            workerPool.awaitOrStop(
                    () -> number < workerPool.tuner().readers() && next < workersAt + MAX_READ_AHEAD_ROWS);
            if (workerPool.stopped()) {
                return null;
            }
            long first = Math.max(next, workersAt);
            next = first + ROWS_AT_ONCE;
            return new RowRange(first, next);
        } finally {
            workerPool.unlock();
        }
    }

    private void warm(RowRange run, WorkerState worker, TraceLane lane) {
        long start = lane.isOn() ? System.nanoTime() : 0;
        int rows = warm(run, worker);
        if (start != 0 && rows > 0) {
            lane.record(READ, start, System.nanoTime(), run.first / indexing.size(), rows);
        }
    }

    /** Returns how many rows there were. */
    private int warm(RowRange run, WorkerState worker) {
        int rows = 0;
        for (long position = run.first; position < run.end; position++) {
            long batch = position / indexing.size();
            int row = (int) (position % indexing.size());
            if (batch < indexing.batches() && row < indexing.rows(batch)) {
                warm(batch, row, worker);
                rows++;
            }
        }
        return rows;
    }

    private void warm(long batch, int row, WorkerState worker) {
        try {
            elements.prefetch(batch, row, worker);
        } catch (StokerException _) {
            // the worker that reads it will report it
        }
    }

    /** The pool is closed already, so the threads are about to end. */
    @Override
    public void close() {
        threads.forEach(Threads::join);
    }
}
