package dev.stoker.datasets.fetch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response, chunk by chunk. The HTTP client's own stream would wait forever when a server stalls, and could
 * not be canceled.
 */
final class ResponseBodyReader implements Flow.Subscriber<List<ByteBuffer>>, AutoCloseable {
    private static final long POLL_MILLIS = 100;

    /** An event of the client: a chunk, the end, or a failure. */
    private sealed interface Signal {
        record Chunk(List<ByteBuffer> buffers) implements Signal {}

        record End() implements Signal {}

        record Failure(Throwable cause) implements Signal {}
    }

    private final LinkedBlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
    private final Duration stallTimeout;
    private final FetchProgress progress;
    private volatile Flow.@Nullable Subscription subscription;

    ResponseBodyReader(Duration stallTimeout, FetchProgress progress) {
        this.stallTimeout = stallTimeout;
        this.progress = progress;
    }

    /** The next chunk; empty at the end. */
    Optional<List<ByteBuffer>> next() throws IOException {
        return switch (signal()) {
            case Signal.Chunk(List<ByteBuffer> buffers) -> {
                request();
                yield Optional.of(buffers);
            }
            case Signal.End _ -> Optional.empty();
            case Signal.Failure(Throwable cause) -> throw new IOException(cause.getMessage(), cause);
        };
    }

    private Signal signal() throws IOException {
        long end = System.nanoTime() + stallTimeout.toNanos();
        try {
            while (System.nanoTime() < end) {
                progress.throwIfCanceled();
                var signal = signals.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (signal != null) {
                    return signal;
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new FetchCanceledException();
        }
        throw new IOException("no data for %d s".formatted(stallTimeout.toSeconds()));
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        request();
    }

    private void request() {
        var current = subscription;
        if (current != null) {
            current.request(1);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        signals.add(new Signal.Chunk(buffers));
    }

    @Override
    public void onError(Throwable cause) {
        signals.add(new Signal.Failure(cause));
    }

    @Override
    public void onComplete() {
        signals.add(new Signal.End());
    }

    @Override
    public void close() {
        var current = subscription;
        if (current != null) {
            current.cancel();
        }
    }
}
