package dev.stoker.data;

import dev.stoker.core.StokerException;
import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.telemetry.trace.TraceLane;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Readers go before the workers, since the order is known: they read what will be needed next, so that the page cache
 * holds it when a worker comes. There are none until the tuner finds that workers wait for files.
 */
final class ReadAhead<T> implements AutoCloseable {
    private static final int ROWS_AT_ONCE = 4;
    private static final int MOST_ROWS_BEFORE_THE_WORKERS = 1024;

    private static final SpanKind READ = SpanKind.of("read", "batch", "rows");

    private record Run(long first, long end) {}

    private final RowElements<T> elements;
    private final RowPlaces places;
    private final Crew<?> crew;
    private final MemoryBudget budget;
    private final Trace trace;
    private final List<Thread> threads = new ArrayList<>();
    private long workersAt;
    private long next;

    ReadAhead(RowElements<T> elements, Crew<?> crew, MemoryBudget budget, Trace trace) {
        this.elements = elements;
        places = elements.places();
        this.crew = crew;
        this.budget = budget;
        this.trace = trace;
    }

    /** Workers have come as far as this batch. Called with the crew's lock held, or before anything else runs. */
    void start(long batch) {
        workersAt = batch * places.size();
        while (threads.size() < crew.tuner().readers()) {
            int number = threads.size();
            var lane = trace.borrow("reader");
            threads.add(Thread.ofPlatform().name("read-" + number).daemon().start(() -> work(number, lane)));
        }
    }

    private void work(int number, TraceLane lane) {
        try (lane;
                var worker = new Worker(budget)) {
            for (var run = claim(number); run != null; run = claim(number)) {
                warm(run, worker, lane);
            }
        } catch (NoRoomException _) {
            // without memory for its buffer, a reader is of no use
        } catch (Throwable thrown) {
            crew.fail(thrown);
        }
    }

    private @Nullable Run claim(int number) {
        crew.lock();
        try {
            crew.awaitOrStop(() -> number < crew.tuner().readers() && next < workersAt + MOST_ROWS_BEFORE_THE_WORKERS);
            if (crew.stopped()) {
                return null;
            }
            long first = Math.max(next, workersAt);
            next = first + ROWS_AT_ONCE;
            return new Run(first, next);
        } finally {
            crew.unlock();
        }
    }

    private void warm(Run run, Worker worker, TraceLane lane) {
        long start = lane.isOn() ? System.nanoTime() : 0;
        int rows = warm(run, worker);
        if (start != 0 && rows > 0) {
            lane.record(READ, start, System.nanoTime(), run.first / places.size(), rows);
        }
    }

    /** Returns how many rows there were. */
    private int warm(Run run, Worker worker) {
        int rows = 0;
        for (long position = run.first; position < run.end; position++) {
            long batch = position / places.size();
            int row = (int) (position % places.size());
            if (batch < places.batches() && row < places.rows(batch)) {
                warm(batch, row, worker);
                rows++;
            }
        }
        return rows;
    }

    private void warm(long batch, int row, Worker worker) {
        try {
            elements.warm(batch, row, worker);
        } catch (StokerException _) {
            // the worker that needs it will meet the same and say so
        }
    }

    /** The crew is closed already, so the threads are on their way. */
    @Override
    public void close() {
        threads.forEach(Threads::join);
    }
}
