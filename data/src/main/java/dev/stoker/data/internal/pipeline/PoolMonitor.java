package dev.stoker.data.internal.pipeline;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The lock that the threads of a pool and its consumer share, and whether the pool is closed or has failed. */
final class PoolMonitor {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean closed;
    private @Nullable Throwable failure;

    void lock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    /** Wakes every waiting thread to check its condition again. Called with the lock held. */
    void signal() {
        changed.signalAll();
    }

    /** Waits for the next signal; callers loop. Called with the lock held. */
    @SuppressWarnings("WaitNotInLoop")
    void awaitSignal() {
        changed.awaitUninterruptibly();
    }

    /** Waits until the condition holds or the pool stops. Called with the lock held. */
    void awaitOrStop(BooleanSupplier condition) {
        while (!condition.getAsBoolean() && !stopped()) {
            changed.awaitUninterruptibly();
        }
    }

    boolean stopped() {
        return closed || failure != null;
    }

    /** Throws the first failure of a thread, or that the pool is closed. */
    void rethrow() {
        if (failure != null) {
            throw Threads.rethrown(failure);
        }
        if (closed) {
            throw new IllegalStateException("this data is closed");
        }
    }

    void fail(Throwable thrown) {
        lock.lock();
        try {
            failure = failure == null ? thrown : failure;
            signal();
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            signal();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for so long, or until the pool stops. */
    void pause(long nanos) {
        if (nanos == 0) {
            return;
        }
        lock.lock();
        try {
            for (long left = nanos; left > 0 && !stopped(); ) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException _) {
            fail(new IllegalStateException("a worker thread was interrupted"));
        } finally {
            lock.unlock();
        }
    }
}
