package dev.stoker.datasets.fetch;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the head of an answer, and still hears a request to stop. */
final class Answer {
    private static final long SLICE_MILLIS = 100;

    private Answer() {}

    static <T> T of(CompletableFuture<T> answer, Work work) throws IOException, OriginFailure {
        try {
            while (true) {
                work.goOn();
                try {
                    return answer.get(SLICE_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException _) {
                    // The request has a limit of its own; this one is for looking up.
                }
            }
        } catch (ExecutionException failure) {
            throw worthAnotherTry(failure);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new Stopped();
        } finally {
            answer.cancel(true);
        }
    }

    private static IOException worthAnotherTry(ExecutionException failure) throws OriginFailure {
        var cause = failure.getCause() == null ? failure : failure.getCause();
        if (NetworkReason.isUnknownHost(cause) || !(cause instanceof IOException io)) {
            throw new OriginFailure(NetworkReason.of(cause), cause);
        }
        return io;
    }
}
