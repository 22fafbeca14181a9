package dev.stoker.job;

import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** The thread of a rig: what libtorch keeps belongs to the thread that made it. */
final class RigThread implements AutoCloseable {
    private final ExecutorService executor = Executors.newSingleThreadExecutor(work -> {
        var thread = new Thread(work, "rig");
        thread.setDaemon(true); // a process that is stopped does not wait for a measurement
        return thread;
    });

    /** Runs work on the thread and waits, even where this thread is interrupted; throws what the work throws. */
    <T> T run(Supplier<T> work) {
        var running = executor.submit(work::get);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return running.get();
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException failure) {
            throw unwrapped(Objects.requireNonNull(failure.getCause()));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException unwrapped(Throwable cause) {
        return switch (cause) {
            case RuntimeException failure -> failure;
            case Error error -> throw error;
            default -> new CompletionException(cause);
        };
    }

    @Override
    public void close() {
        executor.shutdown();
    }
}
