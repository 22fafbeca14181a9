package dev.stoker.data.record;

import dev.stoker.core.MemoryTracker;
import dev.stoker.data.internal.remote.WantedRange;
import dev.stoker.data.storage.StoredObject;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A remote record that was wanted before it is needed: its bytes become a request, and its answer a buffer. */
final class RecordFetch implements WantedRange {
    private static final String CLOSED = "this data is closed";

    private final long record;
    private final StoredObject object;
    private final long position;
    private final int length;
    private final MemoryTracker memory;
    private final long since;

    /** Empty where the record is to be read alone. */
    private final CompletableFuture<Optional<RecordBuffer>> answer = new CompletableFuture<>();

    private volatile boolean taken;
    private volatile boolean awaited;
    private volatile boolean abandoned;

    RecordFetch(long record, RecordFile file, long within, MemoryTracker memory, long since) {
        this.record = record;
        object = file.object();
        position = file.offset(within);
        length = file.frame(within);
        this.memory = memory;
        this.since = since;
    }

    long record() {
        return record;
    }

    /** How many records had been taken when it was wanted. */
    long since() {
        return since;
    }

    boolean isTaken() {
        return taken;
    }

    boolean isDone() {
        return answer.isDone();
    }

    void take() {
        taken = true;
    }

    void await() {
        awaited = true;
    }

    /** Waits for it; null where it is to be read alone. Throws what is wrong with it. */
    @Nullable
    RecordBuffer answer() {
        try {
            var buffer = answer.join().orElse(null);
            if (buffer == null && abandoned) {
                throw new IllegalStateException(CLOSED);
            }
            return buffer;
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof RuntimeException known ? known : failure;
        }
    }

    /** Nobody takes it, now or when it arrives. */
    void drop() {
        if (!taken && !answer.complete(Optional.empty())) {
            closeUntaken();
        }
    }

    /** Whoever waits for it, or comes for it later, is told that there is nothing to wait for. */
    void abandon() {
        abandoned = true;
        boolean _ = answer.completeExceptionally(new IllegalStateException(CLOSED));
    }

    boolean isAbandoned() {
        return abandoned;
    }

    private void closeUntaken() {
        if (!answer.isCompletedExceptionally()) {
            answer.join().ifPresent(RecordBuffer::close);
        }
    }

    // ---- the request

    @Override
    public StoredObject object() {
        return object;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public MemoryTracker memory() {
        return memory;
    }

    @Override
    public boolean isAwaited() {
        return awaited;
    }

    @Override
    public void arrived(byte[] bytes, int from) {
        var buffer = new RecordBuffer(length, new Reserved(memory));
        buffer.roomFor(length).put(bytes, from, length);
        if (!answer.complete(Optional.of(buffer))) {
            buffer.close();
        }
    }

    @Override
    public void failed(Throwable failure) {
        boolean _ = answer.completeExceptionally(
                failure instanceof CompletionException wrapped && wrapped.getCause() != null
                        ? wrapped.getCause()
                        : failure);
    }

    @Override
    public void declined() {
        boolean _ = answer.complete(Optional.empty());
    }

    /** Memory that has been counted before it is allocated. */
    private record Reserved(MemoryTracker counted) implements MemoryTracker {
        @Override
        public void reserve(long bytes) {}

        @Override
        public void release(long bytes) {
            counted.release(bytes);
        }
    }
}
