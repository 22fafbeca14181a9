package dev.stoker.datasets.fetch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The body of an answer, piece by piece. A stream of the HTTP client's own would wait for ever when a server falls
 * silent in the middle, and could not be asked to stop.
 */
final class ResponseBodyReader implements Flow.Subscriber<List<ByteBuffer>>, AutoCloseable {
    private static final long POLL_MILLIS = 100;

    /** What the client tells: a piece, the end, or a failure. */
    private sealed interface Signal {
        record Piece(List<ByteBuffer> buffers) implements Signal {}

        record End() implements Signal {}

        record Failure(Throwable cause) implements Signal {}
    }

    private final LinkedBlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
    private final Duration stall;
    private final FetchProgress work;
    private volatile Flow.@org.jspecify.annotations.Nullable Subscription subscription;

    ResponseBodyReader(Duration stall, FetchProgress work) {
        this.stall = stall;
        this.work = work;
    }

    /** The next piece, or nothing at the end. */
    Optional<List<ByteBuffer>> next() throws IOException {
        return switch (signal()) {
            case Signal.Piece(List<ByteBuffer> buffers) -> {
                request();
                yield Optional.of(buffers);
            }
            case Signal.End _ -> Optional.empty();
            case Signal.Failure(Throwable cause) -> throw new IOException(cause.getMessage(), cause);
        };
    }

    private Signal signal() throws IOException {
        long end = System.nanoTime() + stall.toNanos();
        try {
            while (System.nanoTime() < end) {
                work.throwIfStopped();
                var signal = signals.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (signal != null) {
                    return signal;
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new FetchCanceledException();
        }
        throw new IOException("nothing came for %d s".formatted(stall.toSeconds()));
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
        signals.add(new Signal.Piece(buffers));
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
