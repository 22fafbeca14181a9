package dev.stoker.serve.internal.web;

import dev.stoker.core.serving.ServeLimits;
import dev.stoker.serve.internal.batch.RefusedException;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Reads bodies within limits of size, time and memory. */
final class RequestBody {
    private static final int FIRST_CAPACITY = 1 << 16;
    private static final int UNKNOWN = -1;

    /** Of a body that is too large, so much is read and dropped: a client that still writes would not see the answer. */
    private static final long DROPPED_BYTES = 100 << 20;

    private static final long DROPPED_NANOS = 2_000_000_000L;

    private final ServeLimits limits;
    private final UploadBudget budget;

    RequestBody(ServeLimits limits) {
        this.limits = limits;
        budget = new UploadBudget(limits.body().count());
    }

    /** Does something with a body; its memory counts until that returns. */
    interface BodyConsumer {
        void accept(byte[] body);
    }

    void read(Context request, BodyConsumer consumer) {
        try (var share = budget.open()) {
            consumer.accept(read(request, share));
        }
    }

    private byte[] read(Context request, UploadBudget.Share share) {
        long declared = request.req().getContentLengthLong();
        var stream = stream(request);
        if (declared > limits.body().count()) {
            throw tooLarge(request, stream);
        }
        share.grow(declared);
        long deadline = System.nanoTime() + limits.request().toNanos();
        byte[] body = new byte[declared == UNKNOWN ? FIRST_CAPACITY : (int) declared];
        int size = 0;
        while (true) {
            if (size == body.length) {
                int next = next(stream);
                if (next < 0) {
                    return body;
                }
                if (size >= limits.body().count()) {
                    throw tooLarge(request, stream);
                }
                share.grow(2L * Math.max(size, FIRST_CAPACITY));
                body = Arrays.copyOf(body, (int) Math.min(limits.body().count(), 2L * Math.max(size, FIRST_CAPACITY)));
                body[size++] = (byte) next;
            }
            int count = read(stream, body, size);
            if (count < 0) {
                return Arrays.copyOf(body, size);
            }
            size += count;
            if (System.nanoTime() - deadline > 0) {
                request.header("Connection", "close");
                throw RefusedException.tooSlow("the request took longer than %,d ms to arrive"
                        .formatted(limits.request().toMillis()));
            }
        }
    }

    private RefusedException tooLarge(Context request, InputStream stream) {
        request.header("Connection", "close");
        drop(stream);
        return RefusedException.tooLarge("a body has at most %s here (--max-body)".formatted(limits.body()));
    }

    private void drop(InputStream stream) {
        var buffer = new byte[FIRST_CAPACITY];
        long until = System.nanoTime() + DROPPED_NANOS;
        long dropped = 0;
        try {
            for (int count = 0; count >= 0 && dropped < DROPPED_BYTES && System.nanoTime() - until < 0; ) {
                count = stream.read(buffer);
                dropped += count;
            }
        } catch (IOException _) {
            // the client is gone
        }
    }

    private static InputStream stream(Context request) {
        try {
            return request.req().getInputStream();
        } catch (IOException _) {
            throw interrupted();
        }
    }

    private static int next(InputStream stream) {
        try {
            return stream.read();
        } catch (IOException _) {
            throw interrupted();
        }
    }

    private static int read(InputStream stream, byte[] body, int from) {
        try {
            return stream.read(body, from, body.length - from);
        } catch (IOException _) {
            throw interrupted();
        }
    }

    private static RefusedException interrupted() {
        return RefusedException.tooSlow("the body did not arrive: the connection was idle for too long, or was closed");
    }
}
