package dev.stoker.job.predict;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A thread that carries out calls of others one after another, for native memory that belongs to one thread. */
final class OwnThread implements AutoCloseable {
    private final ExecutorService executor;

    OwnThread(String name) {
        executor = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name(name).factory());
    }

    void run(Runnable work) {
        call(() -> {
            work.run();
            return true;
        });
    }

    /** Waits for the result; a failure is thrown here. */
    <T> T call(Callable<T> work) {
        var future = executor.submit(work);
        try {
            return future.get();
        } catch (ExecutionException failure) {
            throw rethrown(failure.getCause());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a predictor");
        }
    }

    private static RuntimeException rethrown(Throwable cause) {
        return switch (cause) {
            case RuntimeException failure -> failure;
            case Error failure -> throw failure;
            case null, default -> new IllegalStateException(cause);
        };
    }

    @Override
    public void close() {
        executor.close();
    }
}
