package dev.stoker.data.internal.feed;

import dev.stoker.data.HostBatch;
import java.lang.foreign.MemorySegment;

/** A batch until it is released. */
public final class LeasedBatch implements HostBatch {
    private final long index;
    private final int size;
    private final int wholeSize;
    private final BatchSlot slot;
    private final Runnable release;
    private boolean returned;

    LeasedBatch(long index, int size, BatchSlot slot, Runnable release) {
        this(index, size, size, slot, release);
    }

    LeasedBatch(long index, int size, int wholeSize, BatchSlot slot, Runnable release) {
        this.index = index;
        this.size = size;
        this.wholeSize = wholeSize;
        this.slot = slot;
        this.release = release;
    }

    @Override
    public long index() {
        return index;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int wholeSize() {
        return wholeSize;
    }

    @Override
    public MemorySegment rows() {
        return slot.rows(size);
    }

    @Override
    public MemorySegment labels() {
        return slot.labels(size);
    }

    @Override
    public void close() {
        if (!returned) {
            release.run();
            returned = true;
        }
    }
}
