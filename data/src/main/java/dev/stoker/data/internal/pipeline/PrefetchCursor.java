package dev.stoker.data.internal.pipeline;

import dev.stoker.data.DataState;
import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.TraceLane;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Advances another cursor on a thread of its own, and keeps with each element the state after it. */
public final class PrefetchCursor<T> extends SimpleCursor<T> {
    /** A source that blocks for longer than this after closing is interrupted. */
    private static final Duration PATIENCE = Duration.ofMillis(300);

    private static final SpanKind ADVANCE = SpanKind.of("advance", "element");

    private record Ready<T>(T value, DataState after) {}

    private final Cursor<T> input;
    private final int ahead;
    private final TraceLane lane;
    private final Thread thread;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Ready<T>> ready = new ArrayDeque<>();
    private boolean ended;
    private boolean closed;
    private @Nullable Throwable failure;

    /** The state after the element that was handed out last. */
    private DataState after;

    public PrefetchCursor(Cursor<T> input, int ahead, TraceLane lane) {
        this.input = input;
        this.ahead = ahead;
        this.lane = lane;
        after = saved();
        thread = Thread.ofPlatform().name("data-prefetch").daemon().start(this::prefetch);
    }

    private DataState saved() {
        var writer = new StateWriter();
        input.save(writer);
        return writer.state();
    }

    // ---- the thread

    private void prefetch() {
        Throwable thrown = null;
        try {
            for (long element = 0; hasRoom() && advance(element); element++) {
                put(new Ready<>(input.value(), saved()));
            }
        } catch (Throwable problem) {
            thrown = problem;
        }
        end(thrown);
    }

    private boolean advance(long element) {
        if (!lane.isOn()) {
            return input.advance();
        }
        long start = System.nanoTime();
        boolean advanced = input.advance();
        lane.record(ADVANCE, start, System.nanoTime(), element);
        return advanced;
    }

    /** Waits for room; false when the cursor is closed. */
    private boolean hasRoom() {
        lock.lock();
        try {
            while (ready.size() >= ahead && !closed) {
                changed.awaitUninterruptibly();
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    private void put(Ready<T> element) {
        lock.lock();
        try {
            ready.addLast(element);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void end(@Nullable Throwable thrown) {
        lock.lock();
        try {
            failure = thrown;
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    // ---- the consumer

    @Override
    public boolean advance() {
        lock.lock();
        try {
            while (ready.isEmpty() && !ended) {
                changed.awaitUninterruptibly();
            }
            if (closed) {
                throw new IllegalStateException("this iterator is closed");
            }
            var next = ready.pollFirst();
            if (next == null && failure != null) {
                throw Threads.rethrown(failure);
            }
            if (next == null) {
                return false;
            }
            give(next.value);
            after = next.after;
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void save(StateWriter state) {
        after.numbers().forEach(state::add);
    }

    /** Interrupts the thread only if it does not end by itself: an interrupt closes the file that is being read. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (!Threads.joined(thread, PATIENCE)) {
            thread.interrupt();
            Threads.join(thread);
        }
        lane.close();
        input.close();
    }
}
