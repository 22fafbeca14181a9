package dev.stoker.datasets.fetch;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the head of an answer, and still hears a request to stop. */
final class ResponseWaiter {
    private static final long POLL_MILLIS = 100;

    private ResponseWaiter() {}

    static <T> T of(CompletableFuture<T> answer, FetchProgress work) throws IOException, OriginException {
        try {
            while (true) {
                work.throwIfStopped();
                try {
                    return answer.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException _) {
                    // The request has a limit of its own; this one is for looking up.
                }
            }
        } catch (ExecutionException failure) {
            throw worthAnotherTry(failure);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new FetchCanceledException();
        } finally {
            answer.cancel(true);
        }
    }

    private static IOException worthAnotherTry(ExecutionException failure) throws OriginException {
        var cause = failure.getCause() == null ? failure : failure.getCause();
        if (NetworkErrorMessage.isUnknownHost(cause) || !(cause instanceof IOException io)) {
            throw new OriginException(NetworkErrorMessage.of(cause), cause);
        }
        return io;
    }
}
