package dev.stoker.serve.internal.batch;

import dev.stoker.core.serving.ServeSettings.Batching;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Rows from their arrival to their outputs: admitted or refused, written by workers into slots, run by sessions. Its threads end when it is
 * closed, and not before everything that was admitted is answered.
 */
public final class BatchPipeline implements AutoCloseable {
    private static final long POLL_MILLIS = 100;

    private final Batching settings;
    private final BatchListener listener;
    private final Arena arena = Arena.ofShared();
    private final LinkedBlockingQueue<PendingRow> arrivals = new LinkedBlockingQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final ServiceTime serviceTime = new ServiceTime();
    private final SlotQueue slots;
    private final List<Thread> workers = new ArrayList<>();
    private final List<Thread> runners = new ArrayList<>();
    private volatile boolean closing;

    /**
     * The sizes of a row.
     *
     * @param pixelBytes of an image before it is normalized
     */
    public record RowSizes(long rowBytes, long pixelBytes, int outputs) {}

    /** One thread for each function, and as many that write rows. */
    public BatchPipeline(
            Batching settings,
            RowSizes sizes,
            int writers,
            List<? extends BatchFunction> functions,
            BatchListener listener) {
        this.settings = settings;
        this.listener = listener;
        slots = new SlotQueue(
                newSlots(sizes, functions.size() + 2), settings.delay().toNanos(), () -> !arrivals.isEmpty());
        for (int i = 0; i < writers; i++) {
            workers.add(start("decode-" + i, () -> write(sizes.pixelBytes())));
        }
        for (int i = 0; i < functions.size(); i++) {
            var function = functions.get(i);
            runners.add(start("session-" + i, () -> run(function)));
        }
    }

    private Collection<Slot> newSlots(RowSizes sizes, int count) {
        var created = new ArrayList<Slot>();
        for (int i = 0; i < count; i++) {
            created.add(new Slot(settings.batch(), sizes.rowBytes(), sizes.outputs(), arena));
        }
        return created;
    }

    private static Thread start(String name, Runnable task) {
        return Thread.ofPlatform().daemon().name(name).start(task);
    }

    /** Rows that were admitted and are not answered. */
    public int waiting() {
        return waiting.get();
    }

    /**
     * Admits the rows of a request, all or none. Results come in the same order.
     *
     * @throws RefusedException where the queue is full, or the deadline would not be met
     */
    public List<CompletableFuture<float[]>> submit(List<RowWriter> rows) {
        long now = System.nanoTime();
        admit(rows.size(), now);
        long deadline = now + settings.deadline().toNanos();
        var results = new ArrayList<CompletableFuture<float[]>>(rows.size());
        for (var writer : rows) {
            var result = new CompletableFuture<float[]>();
            results.add(result);
            arrivals.add(new PendingRow(writer, now, deadline, result));
        }
        return results;
    }

    private void admit(int rows, long now) {
        int before = waiting.getAndAdd(rows);
        if (before == 0) {
            serviceTime.started(now);
        }
        int total = before + rows;
        if (total > settings.queue()) {
            waiting.addAndGet(-rows);
            throw RefusedException.tooMany("%,d rows are waiting, and the queue holds %,d: try again later"
                    .formatted(before, settings.queue()));
        }
        // A few batches are always admitted: the time of one row is known badly when there were single ones.
        if (total > 2 * settings.batch()
                && serviceTime.nanosFor(total) > settings.deadline().toNanos()) {
            waiting.addAndGet(-rows);
            throw RefusedException.unavailable(
                    "%,d rows are waiting, more than can be answered within the deadline of %,d ms: try again later"
                            .formatted(before, settings.deadline().toMillis()));
        }
    }

    private void write(long pixelBytes) {
        try (var buffers = new DecodeBuffers(pixelBytes)) {
            while (true) {
                var row = arrivals.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (row != null) {
                    write(row, buffers);
                } else if (closing) {
                    return;
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(PendingRow row, DecodeBuffers buffers) throws InterruptedException {
        if (row.isOver(System.nanoTime())) {
            finish(row::expire, 1);
            return;
        }
        var reserved = slots.reserve(row);
        var failure = written(row, reserved, buffers);
        slots.written(reserved, failure.isEmpty());
        failure.ifPresent(reason -> finish(() -> row.result().completeExceptionally(reason), 1));
    }

    /** An error is the problem of one request, never of the thread. */
    private Optional<Throwable> written(PendingRow row, SlotQueue.Reserved reserved, DecodeBuffers buffers) {
        try {
            long start = System.nanoTime();
            row.writer().write(reserved.memory(), buffers);
            listener.decoded(System.nanoTime() - start);
            return Optional.empty();
        } catch (RuntimeException | OutOfMemoryError failure) {
            return Optional.of(failure);
        }
    }

    private void run(BatchFunction function) {
        try {
            while (true) {
                var slot = slots.take();
                if (slot.isEmpty()) {
                    return;
                }
                run(slot.get(), function);
                slots.release(slot.get());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(Slot slot, BatchFunction function) {
        int all = slot.owners();
        long start = System.nanoTime();
        var rows = slot.compact(start);
        finish(() -> {}, all - rows.size());
        if (rows.isEmpty()) {
            return;
        }
        rows.forEach(row -> listener.waited(start - row.arrived()));
        try {
            function.run(slot.rows(), rows.size(), slot.results());
            long end = System.nanoTime();
            listener.ran(rows.size(), end - start);
            serviceTime.completed(rows.size(), end);
            for (int i = 0; i < rows.size(); i++) {
                rows.get(i).result().complete(slot.result(i));
            }
        } catch (RuntimeException | OutOfMemoryError failure) {
            rows.forEach(row -> row.result().completeExceptionally(failure));
        } finally {
            finish(() -> {}, rows.size());
        }
    }

    private void finish(Runnable answer, int rows) {
        answer.run();
        waiting.addAndGet(-rows);
    }

    /** Waits for everything that was admitted. */
    @Override
    public void close() {
        closing = true;
        join(workers);
        slots.close();
        join(runners);
        arena.close();
    }

    private static void join(List<Thread> threads) {
        boolean interrupted = false;
        for (var thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
