package dev.stoker.data.internal.remote;

import dev.stoker.core.MemoryTracker;
import dev.stoker.data.storage.StoredObject;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** Keeps what became of it. */
final class TestRange implements WantedRange {
    private final StoredObject object;
    private final long position;
    private final int length;
    private final MemoryTracker memory;
    final CompletableFuture<byte[]> arrived = new CompletableFuture<>();
    final CompletableFuture<Boolean> declined = new CompletableFuture<>();
    volatile boolean awaited;

    TestRange(StoredObject object, long position, int length, MemoryTracker memory) {
        this.object = object;
        this.position = position;
        this.length = length;
        this.memory = memory;
    }

    TestRange(StoredObject object, long position, int length) {
        this(object, position, length, MemoryTracker.UNLIMITED);
    }

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
    public void arrived(byte[] answer, int from) {
        arrived.complete(Arrays.copyOfRange(answer, from, from + length));
    }

    @Override
    public void failed(Throwable failure) {
        arrived.completeExceptionally(failure);
    }

    @Override
    public void declined() {
        declined.complete(true);
    }
}
