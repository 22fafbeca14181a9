package dev.stoker.data.internal.feed;

import dev.stoker.data.HostBatch;
import java.lang.foreign.MemorySegment;

/** A batch until it is released. */
public final class LeasedBatch implements HostBatch {
    private final long index;
    private final int size;
    private final BatchSlot slot;
    private final Runnable release;
    private boolean returned;

    LeasedBatch(long index, int size, BatchSlot slot, Runnable release) {
        this.index = index;
        this.size = size;
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
