package dev.stoker.datasets.fetch;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the headers of a response; a cancellation ends it early. */
final class ResponseWaiter {
    private static final long POLL_MILLIS = 100;

    private ResponseWaiter() {}

    static <T> T of(CompletableFuture<T> response, FetchProgress progress) throws IOException, OriginException {
        try {
            while (true) {
                progress.throwIfCanceled();
                try {
                    return response.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException _) {
                    // The request has its own timeout; this one is for noticing a cancellation.
                }
            }
        } catch (ExecutionException failure) {
            throw retryable(failure);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new FetchCanceledException();
        } finally {
            response.cancel(true);
        }
    }

    private static IOException retryable(ExecutionException failure) throws OriginException {
        var cause = failure.getCause() == null ? failure : failure.getCause();
        if (NetworkErrorMessage.isUnknownHost(cause) || !(cause instanceof IOException io)) {
            throw new OriginException(NetworkErrorMessage.of(cause), cause);
        }
        return io;
    }
}
