package dev.stoker.data.internal.file;

import dev.stoker.core.MemoryTracker;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Memory outside the heap that can grow, as a segment and as a buffer in one: reads and checksums need no copy. */
public final class NativeBuffer implements AutoCloseable {
    private static final int ALIGNMENT = 64;

    private final MemoryTracker tracker;
    private Arena arena;
    private MemorySegment segment;
    private ByteBuffer buffer;

    public NativeBuffer(int capacity) {
        this(capacity, MemoryTracker.UNLIMITED);
    }

    /** Memory that is counted by a tracker. */
    public NativeBuffer(int capacity, MemoryTracker tracker) {
        this.tracker = tracker;
        tracker.reserve(capacity);
        arena = Arena.ofShared();
        segment = arena.allocate(capacity, ALIGNMENT);
        buffer = bufferOf(segment);
    }

    public MemorySegment segment() {
        return segment;
    }

    /** Little-endian, over the whole segment. */
    public ByteBuffer buffer() {
        return buffer;
    }

    public int capacity() {
        return buffer.capacity();
    }

    /** Moves the first {@code keep} bytes to a larger segment. Slices of the smaller one become invalid. */
    public void grow(int capacity, int keep) {
        tracker.reserve(capacity); // for a moment there are both
        var larger = Arena.ofShared();
        var target = larger.allocate(capacity, ALIGNMENT);
        MemorySegment.copy(segment, 0, target, 0, keep);
        arena.close();
        tracker.release(capacity());
        arena = larger;
        segment = target;
        buffer = bufferOf(target);
    }

    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
            tracker.release(capacity());
        }
    }

    private static ByteBuffer bufferOf(MemorySegment segment) {
        return segment.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }
}
