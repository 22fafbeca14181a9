package dev.stoker.data;

import dev.stoker.core.SlotMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Workers take short runs of rows, in order, and write them straight into the slots of a ring; there are no queues and
 * no copies between. A batch is ready when its last row is; a slow row holds back its own batch, never a worker.
 */
final class SlotFeed implements EpochFeed {
    private static final int ROWS_PER_CLAIM = 16;

    private final Settings settings;
    private final long batches;
    private final SlotMemory memory;
    private final Slot[] slots;
    private final boolean[] ready;
    private final List<Thread> workers = new ArrayList<>();
    private final WorkerTuner tuner;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long claimBatch;
    private int claimRow;
    private long handedOut;
    private long released;
    private boolean closed;
    private @Nullable Throwable failure;

    SlotFeed(Settings settings, SlotMemory memory) {
        this.settings = settings;
        this.memory = memory;
        batches = settings.batches();
        int count = Math.clamp(batches - settings.firstBatch(), 1, settings.batchesAhead() + 1);
        slots = new Slot[count];
        ready = new boolean[count];
        for (int i = 0; i < count; i++) {
            slots[i] = new Slot(memory, settings.batch(), settings.rowBytes());
        }
        claimBatch = handedOut = released = settings.firstBatch();
        tuner = new WorkerTuner(settings.workers().first(), settings.workers().most());
        startWorkers();
    }

    /** Workers beyond the number wanted wait in {@link #claim} and cost nothing. */
    private void startWorkers() {
        while (workers.size() < tuner.workers()) {
            int number = workers.size();
            workers.add(Thread.ofPlatform().name("feed-" + number).daemon().start(() -> work(number)));
        }
    }

    // ---- the consumer

    @Override
    public boolean hasNext() {
        return handedOut < batches;
    }

    @Override
    public HostBatch next() {
        lock.lock();
        try {
            long start = System.nanoTime();
            long index = handedOut;
            while (!ready[room(index)] && failure == null && !closed) {
                changed.awaitUninterruptibly();
            }
            rethrow();
            ready[room(index)] = false;
            handedOut++;
            tune(rowsOf(index), start);
            return new Lease(index, rowsOf(index), slot(index));
        } finally {
            lock.unlock();
        }
    }

    private void tune(int rows, long start) {
        long now = System.nanoTime();
        if (tuner.took(rows, now - start, now)) {
            startWorkers();
            changed.signalAll();
        }
    }

    @Override
    public int workers() {
        lock.lock();
        try {
            return tuner.workers();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<String> decisions() {
        lock.lock();
        try {
            return tuner.decisions();
        } finally {
            lock.unlock();
        }
    }

    private void rethrow() {
        switch (failure) {
            case null -> {
                if (closed) {
                    throw new IllegalStateException("this feed is closed");
                }
            }
            case RuntimeException exception -> throw exception;
            case Error error -> throw error;
            case Throwable other -> throw new IllegalStateException(other);
        }
    }

    private int rowsOf(long batch) {
        return (int) Math.min(settings.batch(), settings.rows() - batch * settings.batch());
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        workers.forEach(Threads::join);
        memory.close();
    }

    // ---- the workers

    /** Some rows of one batch that a worker has taken. */
    private record Claim(long batch, int from, int to) {}

    private void work(int number) {
        try (var worker = new Worker()) {
            for (var claim = claim(number); claim != null; claim = claim(number)) {
                fill(claim, worker);
            }
        } catch (Throwable thrown) {
            fail(thrown);
        }
    }

    private @Nullable Claim claim(int number) {
        lock.lock();
        try {
            while (claimBatch < batches
                    && (claimBatch >= released + slots.length || number >= tuner.workers())
                    && !closed
                    && failure == null) {
                changed.awaitUninterruptibly();
            }
            if (closed || failure != null || claimBatch >= batches) {
                return null;
            }
            int rows = rowsOf(claimBatch);
            if (claimRow == 0) {
                slot(claimBatch).expect(rows);
            }
            var claim = new Claim(claimBatch, claimRow, Math.min(rows, claimRow + ROWS_PER_CLAIM));
            claimRow = claim.to == rows ? 0 : claim.to;
            claimBatch += claim.to == rows ? 1 : 0;
            return claim;
        } finally {
            lock.unlock();
        }
    }

    private void fill(Claim claim, Worker worker) {
        var slot = slot(claim.batch);
        for (int row = claim.from; row < claim.to; row++) {
            long position = claim.batch * settings.batch() + row;
            int sample = settings.order().sample(position);
            worker.at(settings.order().epoch(position), sample);
            slot.label(row, filled(sample, slot.row(row), worker));
        }
        if (slot.complete(claim.to - claim.from)) {
            announce(claim.batch);
        }
    }

    private long filled(int sample, MemorySegment row, Worker worker) {
        try {
            return settings.filler().fill(sample, row, worker);
        } catch (RuntimeException failure) {
            throw ElementException.at(worker, failure);
        }
    }

    private int room(long batch) {
        return (int) (batch % slots.length);
    }

    private Slot slot(long batch) {
        return slots[room(batch)];
    }

    private void announce(long batch) {
        lock.lock();
        try {
            ready[room(batch)] = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void fail(Throwable thrown) {
        lock.lock();
        try {
            failure = failure == null ? thrown : failure;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void release(long batch) {
        lock.lock();
        try {
            if (batch != released) {
                throw new IllegalStateException(
                        "batch %d was given back before batch %d; give them back in order".formatted(batch, released));
            }
            released++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A batch until it is given back. */
    private final class Lease implements HostBatch {
        private final long index;
        private final int size;
        private final Slot slot;
        private boolean returned;

        Lease(long index, int size, Slot slot) {
            this.index = index;
            this.size = size;
            this.slot = slot;
        }

        @Override
        public long index() {
            return index;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public MemorySegment rows() {
            return slot.rows(size);
        }

        @Override
        public MemorySegment labels() {
            return slot.labels(size);
        }

        @Override
        public void close() {
            if (!returned) {
                returned = true;
                release(index);
            }
        }
    }
}
