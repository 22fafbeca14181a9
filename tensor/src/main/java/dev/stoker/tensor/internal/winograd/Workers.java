package dev.stoker.tensor.internal.winograd;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The caller and threads of the common pool, which work on one phase after another until this is closed. A pool's thread takes a tenth of
 * a millisecond to wake: the caller begins without it, and does not wait for one that has not begun; between phases threads do not sleep.
 */
final class Workers implements AutoCloseable {
    /** About a millisecond. */
    private static final int SPINS = 20_000;

    private static final long NAP_NANOS = 50_000;

    private volatile @Nullable Phase phase;
    private volatile boolean closed;

    private Workers() {}

    static Workers open(int threads) {
        var workers = new Workers();
        for (int i = 1; i < threads; i++) {
            int worker = i;
            ForkJoinPool.commonPool().execute(() -> workers.help(worker));
        }
        return workers;
    }

    /** One of several items of a phase, whose results must not depend on which worker does it. */
    @FunctionalInterface
    interface Item {
        void compute(int worker, int item);
    }

    /** Returns when all items have been done. */
    void compute(int items, Item task) {
        var next = new Phase(items, task);
        phase = next;
        next.work(0);
        for (int spins = 0; !next.isDone(); spins++) {
            await(spins);
        }
        next.rethrow();
    }

    private void help(int worker) {
        for (int spins = 0; !closed; spins++) {
            var current = phase;
            if (current != null && current.work(worker)) {
                spins = 0;
            } else {
                await(spins);
            }
        }
    }

    private static void await(int spins) {
        if (spins < SPINS) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(NAP_NANOS); // another program may need the core
        }
    }

    @Override
    public void close() {
        closed = true;
    }

    private static final class Phase {
        private final int items;
        private final Item task;
        private final AtomicInteger begun = new AtomicInteger();
        private final AtomicInteger done = new AtomicInteger();
        private volatile @Nullable Throwable failure;

        Phase(int items, Item task) {
            this.items = items;
            this.task = task;
        }

        boolean isDone() {
            return done.get() == items;
        }

        /** Whether there was something left to do. */
        boolean work(int worker) {
            boolean any = false;
            while (begun.get() < items) {
                int item = begun.getAndIncrement();
                if (item < items) {
                    any = true;
                    compute(worker, item);
                }
            }
            return any;
        }

        private void compute(int worker, int item) {
            try {
                task.compute(worker, item);
            } catch (RuntimeException | Error thrown) {
                failure = thrown;
            } finally {
                done.incrementAndGet();
            }
        }

        void rethrow() {
            switch (failure) {
                case null -> {}
                case RuntimeException thrown -> throw thrown;
                case Error thrown -> throw thrown;
                case Throwable thrown -> throw new IllegalStateException(thrown);
            }
        }
    }
}
