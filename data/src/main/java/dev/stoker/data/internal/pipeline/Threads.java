package dev.stoker.data.internal.pipeline;

import java.time.Duration;

/** Waits for threads that have been asked to stop. */
public final class Threads {
    private Threads() {}

    /** Waits for a while; says whether the thread has ended. */
    static boolean joined(Thread thread, Duration patience) {
        try {
            return thread.join(patience);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Waits however often it is interrupted, and leaves the thread interrupted then. */
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** A failure of another thread, to be thrown on this one. */
    public static RuntimeException rethrown(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException exception ? exception : new IllegalStateException(failure);
    }
}
