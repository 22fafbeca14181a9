package dev.stoker.data;

import java.lang.foreign.MemorySegment;

/** A batch until it is given back. */
final class Lease implements HostBatch {
    private final long index;
    private final int size;
    private final Slot slot;
    private final Runnable release;
    private boolean returned;

    Lease(long index, int size, Slot slot, Runnable release) {
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
