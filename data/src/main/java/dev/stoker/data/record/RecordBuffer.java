package dev.stoker.data.record;

import static dev.stoker.core.io.TfRecordFormat.HEADER_BYTES;

import dev.stoker.core.MemoryTracker;
import dev.stoker.data.internal.file.NativeBuffer;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** A worker's buffer for one record at a time; it grows to the largest record and is outside the heap. */
public final class RecordBuffer implements AutoCloseable {
    private static final int FIRST_CAPACITY = 1 << 16;
    private static final int NOTHING = -1;

    private final NativeBuffer memory;
    private int length = NOTHING;
    private boolean near;

    public RecordBuffer() {
        this(MemoryTracker.UNLIMITED);
    }

    /** A buffer that is counted by a tracker. */
    public RecordBuffer(MemoryTracker tracker) {
        this(FIRST_CAPACITY, tracker);
    }

    RecordBuffer(int capacity, MemoryTracker tracker) {
        memory = new NativeBuffer(capacity, tracker);
    }

    /** The record that was read last; valid until the next read. */
    public MemorySegment payload() {
        if (length == NOTHING) {
            throw new IllegalStateException("there is no record in this buffer: read one first");
        }
        return memory.segment().asSlice(HEADER_BYTES, length);
    }

    @Override
    public void close() {
        memory.close();
    }

    /** Room for a frame from position 0 up to the limit. */
    ByteBuffer roomFor(int frame) {
        length = NOTHING;
        near = false;
        if (frame > memory.capacity()) {
            memory.grow((int) Math.min(Integer.MAX_VALUE, Math.max(frame, memory.capacity() * 3L / 2)), 0);
        }
        return memory.buffer().clear().limit(frame);
    }

    /** What was read, from position 0. */
    ByteBuffer bytes() {
        return memory.buffer().clear();
    }

    /** What was read comes from the near cache. */
    void markNear() {
        near = true;
    }

    boolean isNear() {
        return near;
    }

    void accept(int payloadLength) {
        length = payloadLength;
    }
}
