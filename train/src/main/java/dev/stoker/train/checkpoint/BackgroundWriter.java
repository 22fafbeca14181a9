package dev.stoker.train.checkpoint;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Writes files one after the other while training continues. A failure is thrown by the next call. */
final class BackgroundWriter {
    /** The best weights and the checkpoint after them; a disk that is slower than that makes training wait. */
    private static final int MAX_IN_FLIGHT = 2;

    private final Deque<FutureTask<Void>> inFlight = new ArrayDeque<>();

    /** Not on a daemon thread: a file that was begun is finished even when the process is about to exit. */
    void write(Callable<Void> work) {
        while (inFlight.size() >= MAX_IN_FLIGHT) {
            finishFirst();
        }
        var before = inFlight.peekLast();
        var task = new FutureTask<>(() -> {
            if (before != null) {
                awaitQuietly(before);
            }
            return work.call();
        });
        inFlight.add(task);
        Thread.ofPlatform().name("checkpoints").start(task);
    }

    /** Waits for everything. */
    void finish() {
        while (!inFlight.isEmpty()) {
            finishFirst();
        }
    }

    private void finishFirst() {
        try {
            inFlight.removeFirst().get();
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new CompletionException(failure.getCause());
        } catch (InterruptedException failure) {
            throw new IllegalStateException("interrupted while a checkpoint was written", failure);
        }
    }

    /** Its failure is thrown elsewhere, not in the write after it. */
    private static void awaitQuietly(FutureTask<Void> task) throws InterruptedException {
        try {
            task.get();
        } catch (ExecutionException _) {
            // thrown on the training thread by finishFirst
        }
    }
}
