package dev.stoker.serve.internal.batch;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Slots between those who write rows and those who run batches. One slot is open at a time. It is taken by an idle session as soon as it is
 * full, or nothing more is about to be written, or its first row has waited for {@code delay}. While all sessions are busy it fills, so that
 * batches grow with the load and nobody waits without one.
 */
final class SlotQueue {
    private static final long SECOND = 1_000_000_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition free = lock.newCondition();
    private final Condition runnable = lock.newCondition();
    private final Deque<Slot> emptySlots;
    private final Deque<Slot> sealedSlots = new ArrayDeque<>();
    private final long delay;
    private final BooleanSupplier moreToWrite;
    private @Nullable Slot open;
    private boolean closed;

    /** A row that is being written. */
    record Reserved(Slot slot, int index, PendingRow owner) {
        MemorySegment memory() {
            return slot.row(index);
        }
    }

    SlotQueue(Collection<Slot> slots, long delayNanos, BooleanSupplier moreToWrite) {
        emptySlots = new ArrayDeque<>(slots);
        delay = delayNanos;
        this.moreToWrite = moreToWrite;
    }

    /** Waits for a row. */
    Reserved reserve(PendingRow owner) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (open == null && emptySlots.isEmpty()) {
                free.await();
            }
            var slot = open == null ? emptySlots.remove() : open;
            var reserved = new Reserved(slot, slot.reserved++, owner);
            slot.writing++;
            slot.own(reserved.index, Optional.of(owner));
            open = slot;
            if (slot.isFull()) {
                seal(slot);
            }
            return reserved;
        } finally {
            lock.unlock();
        }
    }

    private void seal(Slot slot) {
        sealedSlots.add(slot);
        open = null;
    }

    /** The row is complete, or there is none. */
    void written(Reserved row, boolean valid) {
        lock.lock();
        try {
            var slot = row.slot;
            if (!valid) {
                slot.own(row.index, Optional.empty());
            }
            if (!slot.hasWritten()) {
                slot.firstWritten = System.nanoTime();
            }
            slot.writing--;
            runnable.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a batch that can be run; empty when there will be none. */
    Optional<Slot> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                long now = System.nanoTime();
                if (open != null && isDue(open, now)) {
                    seal(open);
                }
                var complete =
                        sealedSlots.stream().filter(slot -> slot.writing == 0).findFirst();
                if (complete.isPresent()) {
                    sealedSlots.remove(complete.get());
                    return complete;
                }
                if (closed && open == null && sealedSlots.isEmpty()) {
                    return Optional.empty();
                }
                long _ = runnable.awaitNanos(longestWait(now));
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isDue(Slot slot, long now) {
        boolean nothingFollows = slot.writing == 0 && !moreToWrite.getAsBoolean();
        return slot.hasWritten() && (nothingFollows || now - slot.firstWritten >= delay);
    }

    /** Until the first row of the open slot has waited long enough; otherwise until something happens. */
    private long longestWait(long now) {
        return open != null && open.hasWritten() ? Math.max(1, open.firstWritten + delay - now) : SECOND;
    }

    void release(Slot slot) {
        lock.lock();
        try {
            slot.clear();
            emptySlots.push(slot); // the one whose memory is in caches
            free.signal();
        } finally {
            lock.unlock();
        }
    }

    /** After the last row was written. */
    void close() {
        lock.lock();
        try {
            closed = true;
            runnable.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
