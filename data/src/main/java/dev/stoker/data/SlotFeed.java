package dev.stoker.data;

import dev.stoker.core.Draws;
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
    private final int batches;
    private final SlotMemory memory;
    private final Slot[] slots;
    private final boolean[] ready;
    private final List<Thread> workers = new ArrayList<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int claimBatch;
    private int claimRow;
    private int handedOut;
    private int released;
    private boolean closed;
    private @Nullable Throwable failure;

    SlotFeed(Settings settings, SlotMemory memory) {
        this.settings = settings;
        this.memory = memory;
        batches = settings.batches();
        int count = Math.min(settings.batchesAhead() + 1, Math.max(1, batches - settings.firstBatch()));
        slots = new Slot[count];
        ready = new boolean[count];
        for (int i = 0; i < count; i++) {
            slots[i] =
                    new Slot(memory, settings.batch(), settings.source().shape().bytes());
        }
        claimBatch = handedOut = released = settings.firstBatch();
        for (int i = 0; i < settings.workers(); i++) {
            workers.add(Thread.ofPlatform().name("feed-" + i).daemon().start(this::work));
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
            int index = handedOut;
            while (!ready[index % slots.length] && failure == null && !closed) {
                changed.awaitUninterruptibly();
            }
            rethrow();
            ready[index % slots.length] = false;
            handedOut++;
            return new Lease(index, rowsOf(index), slots[index % slots.length]);
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

    private int rowsOf(int batch) {
        return Math.min(settings.batch(), settings.source().size() - batch * settings.batch());
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
    private record Claim(int batch, int from, int to) {}

    private void work() {
        var draws = new Draws(settings.seed());
        try {
            for (var claim = claim(); claim != null; claim = claim()) {
                fill(claim, draws);
            }
        } catch (Throwable thrown) {
            fail(thrown);
        }
    }

    private @Nullable Claim claim() {
        lock.lock();
        try {
            while (claimBatch < batches && claimBatch >= released + slots.length && !closed && failure == null) {
                changed.awaitUninterruptibly();
            }
            if (closed || failure != null || claimBatch >= batches) {
                return null;
            }
            int rows = rowsOf(claimBatch);
            if (claimRow == 0) {
                slots[claimBatch % slots.length].expect(rows);
            }
            var claim = new Claim(claimBatch, claimRow, Math.min(rows, claimRow + ROWS_PER_CLAIM));
            claimRow = claim.to == rows ? 0 : claim.to;
            claimBatch += claim.to == rows ? 1 : 0;
            return claim;
        } finally {
            lock.unlock();
        }
    }

    private void fill(Claim claim, Draws draws) {
        var slot = slots[claim.batch % slots.length];
        for (int row = claim.from; row < claim.to; row++) {
            int sample = settings.order().at(claim.batch * settings.batch() + row);
            draws.restart(settings.seed(), sample);
            settings.transform().apply(settings.source().sample(sample), slot.row(row), draws);
            slot.label(row, settings.source().label(sample));
        }
        if (slot.complete(claim.to - claim.from)) {
            announce(claim.batch);
        }
    }

    private void announce(int batch) {
        lock.lock();
        try {
            ready[batch % slots.length] = true;
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

    private void release(int batch) {
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
        private final int index;
        private final int size;
        private final Slot slot;
        private boolean returned;

        Lease(int index, int size, Slot slot) {
            this.index = index;
            this.size = size;
            this.slot = slot;
        }

        @Override
        public int index() {
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
