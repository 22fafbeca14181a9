package dev.stoker.storage;

import dev.stoker.core.StokerException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.opendal.OpenDALException;

/** What a server answers, within a limited time, or a sentence that says what is wrong with it. */
final class Answer {
    /** OpenDAL has no deadline of its own; this one holds for all attempts at a request together. */
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private Answer() {}

    static <T> CompletableFuture<T> of(String location, CompletableFuture<T> request) {
        return of(location, request, DEADLINE);
    }

    static <T> CompletableFuture<T> of(String location, CompletableFuture<T> request, Duration deadline) {
        return limited(location, request, deadline)
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(
                        cause(failure) instanceof OpenDALException known
                                ? StorageFailure.of(location, known)
                                : cause(failure)));
    }

    /** Empty where the server says that there is no such thing. */
    static <T> CompletableFuture<Optional<T>> find(String location, CompletableFuture<T> request) {
        return of(
                location,
                request.thenApply(Optional::of)
                        .exceptionallyCompose(failure -> cause(failure) instanceof OpenDALException known
                                        && known.getCode() == OpenDALException.Code.NotFound
                                ? CompletableFuture.completedFuture(Optional.empty())
                                : CompletableFuture.failedFuture(cause(failure))));
    }

    /** The request itself goes on, since OpenDAL has no way to stop it; what it brings is dropped. */
    private static <T> CompletableFuture<T> limited(String location, CompletableFuture<T> request, Duration deadline) {
        return request.copy()
                .orTimeout(deadline.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(
                        cause(failure) instanceof TimeoutException late
                                ? new StokerException(
                                        "%s: no answer within %d s; check the network, or run again later"
                                                .formatted(location, deadline.toSeconds()),
                                        late)
                                : cause(failure)));
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    static <T> T await(String location, CompletableFuture<T> answer) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return answer.get();
                } catch (InterruptedException _) {
                    interrupted = true; // as with local files: the read is done, and the thread stays interrupted
                }
            }
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof StokerException known
                    ? known
                    : new StokerException("cannot read %s (%s)".formatted(location, failure.getCause()), failure);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
