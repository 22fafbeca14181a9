package dev.stoker.data.record;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Memory outside the heap that can grow, as a segment and as a buffer in one: reads and checksums need no copy. */
final class NativeBytes implements AutoCloseable {
    private static final int ALIGNMENT = 64;

    private Arena arena;
    private MemorySegment segment;
    private ByteBuffer buffer;

    NativeBytes(int capacity) {
        arena = Arena.ofShared();
        segment = arena.allocate(capacity, ALIGNMENT);
        buffer = bufferOf(segment);
    }

    MemorySegment segment() {
        return segment;
    }

    /** Little-endian, over the whole segment. */
    ByteBuffer buffer() {
        return buffer;
    }

    int capacity() {
        return buffer.capacity();
    }

    /** Moves the first {@code keep} bytes to larger memory. What was handed out of the smaller becomes invalid. */
    void grow(int capacity, int keep) {
        var larger = Arena.ofShared();
        var target = larger.allocate(capacity, ALIGNMENT);
        MemorySegment.copy(segment, 0, target, 0, keep);
        arena.close();
        arena = larger;
        segment = target;
        buffer = bufferOf(target);
    }

    boolean isOpen() {
        return arena.scope().isAlive();
    }

    @Override
    public void close() {
        if (isOpen()) {
            arena.close();
        }
    }

    private static ByteBuffer bufferOf(MemorySegment segment) {
        return segment.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }
}
