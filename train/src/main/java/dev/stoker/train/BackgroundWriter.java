package dev.stoker.train;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Writes files one after the other while training goes on. What fails is thrown at whoever comes next. */
final class BackgroundWriter {
    /** The best weights and the checkpoint behind them; a disk that is slower than that holds training back. */
    private static final int UNDERWAY_AT_MOST = 2;

    private final Deque<FutureTask<Void>> underway = new ArrayDeque<>();

    /** Not a daemon's thread: a file that was begun is finished even when the process is about to end. */
    void write(Callable<Void> work) {
        while (underway.size() >= UNDERWAY_AT_MOST) {
            finishFirst();
        }
        var before = underway.peekLast();
        var task = new FutureTask<>(() -> {
            if (before != null) {
                awaitQuietly(before);
            }
            return work.call();
        });
        underway.add(task);
        Thread.ofPlatform().name("checkpoints").start(task);
    }

    /** Waits for everything. */
    void finish() {
        while (!underway.isEmpty()) {
            finishFirst();
        }
    }

    private void finishFirst() {
        try {
            underway.removeFirst().get();
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new CompletionException(failure.getCause());
        } catch (InterruptedException failure) {
            throw new IllegalStateException("interrupted while a checkpoint was written", failure);
        }
    }

    /** Whether it failed is not for the one behind it to say. */
    private static void awaitQuietly(FutureTask<Void> task) throws InterruptedException {
        try {
            task.get();
        } catch (ExecutionException _) {
            // thrown at whoever trains
        }
    }
}
