package dev.stoker.distribute.coordination;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps the first failure; what follows from it is not told. Listeners are called on one thread of their own. */
final class FirstFailure implements AutoCloseable {
    private final List<Consumer<RankFailure>> listeners = new ArrayList<>();
    private @Nullable RankFailure first;
    private @Nullable Thread notifier;
    private boolean own;
    private boolean sealed;

    /** Whether this one is the first; then listeners are called. */
    synchronized boolean report(RankFailure failure) {
        if (!keep(failure)) {
            return false;
        }
        var told = List.copyOf(listeners);
        notifier = Thread.ofPlatform()
                .daemon()
                .name("rank failure")
                .start(() -> told.forEach(listener -> listener.accept(failure)));
        return true;
    }

    /** Whether this rank's own failure is the first; its listeners need not be told. */
    synchronized boolean reportOwn(RankFailure failure) {
        own = keep(failure);
        return own;
    }

    private boolean keep(RankFailure failure) {
        if (sealed || first != null) {
            return false;
        }
        first = failure;
        notifyAll();
        return true;
    }

    /** From now on nothing is a failure: this rank leaves. */
    synchronized void seal() {
        sealed = true;
        notifyAll();
    }

    synchronized Optional<RankFailure> failure() {
        return Optional.ofNullable(first);
    }

    synchronized Optional<RankFailure> await(Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        try {
            for (long left = atMost.toMillis(); first == null && !sealed && left > 0; ) {
                wait(left);
                left = (deadline - System.nanoTime()) / 1_000_000;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return failure();
    }

    /** A listener that comes late is called at once, on the caller's thread. */
    void onFailure(Consumer<RankFailure> listener) {
        if (!isEarly(listener)) {
            failure().ifPresent(listener);
        }
    }

    private synchronized boolean isEarly(Consumer<RankFailure> listener) {
        listeners.add(listener);
        return first == null || own;
    }

    /** Waits for listeners, but not forever: one of them may be ending the process, which waits for this in turn. */
    @Override
    public void close() {
        seal();
        notifier().filter(thread -> !thread.equals(Thread.currentThread())).ifPresent(thread -> {
            try {
                thread.join(Coordination.DEFAULT_WAIT);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private synchronized Optional<Thread> notifier() {
        return Optional.ofNullable(notifier);
    }
}
