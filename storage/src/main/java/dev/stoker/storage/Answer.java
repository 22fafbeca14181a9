package dev.stoker.storage;

import dev.stoker.core.StokerException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.opendal.OpenDALException;

/** Waits for what a server answers, for a limited time, and says in a sentence what is wrong with it. */
final class Answer {
    /** OpenDAL has no deadline of its own; this one holds for all attempts at a request together. */
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private Answer() {}

    static <T> T await(String location, CompletableFuture<T> request) {
        try {
            return await(location, request, DEADLINE);
        } catch (OpenDALException failure) {
            throw StorageFailure.of(location, failure);
        }
    }

    /** Empty where the server says that there is no such thing. */
    static <T> Optional<T> find(String location, CompletableFuture<T> request) {
        try {
            return Optional.of(await(location, request, DEADLINE));
        } catch (OpenDALException failure) {
            if (failure.getCode() == OpenDALException.Code.NotFound) {
                return Optional.empty();
            }
            throw StorageFailure.of(location, failure);
        }
    }

    static <T> T await(String location, CompletableFuture<T> request, Duration deadline) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return request.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
                } catch (InterruptedException _) {
                    interrupted = true; // as with local files: the read is done, and the thread stays interrupted
                }
            }
        } catch (TimeoutException failure) {
            throw new StokerException(
                    "%s: no answer within %d s; check the network, or run again later"
                            .formatted(location, deadline.toSeconds()),
                    failure);
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof OpenDALException known
                    ? known
                    : new StokerException("cannot read %s (%s)".formatted(location, failure.getCause()), failure);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
