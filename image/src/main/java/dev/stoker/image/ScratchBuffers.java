package dev.stoker.image;

import dev.stoker.core.MemoryTracker;
import dev.stoker.data.Worker;
import dev.stoker.image.internal.Workspace;

/**
 * The native memory that one worker needs between encoded bytes and its row, reused for every image. It belongs to one
 * thread at a time, and is freed when it is closed.
 */
public interface ScratchBuffers extends AutoCloseable {

    /** Buffers for one worker; close them when the worker ends. */
    static ScratchBuffers open() {
        return open(MemoryTracker.UNLIMITED);
    }

    /** Buffers whose memory is tracked: the tracker is asked before pixels get memory, and may refuse. */
    static ScratchBuffers open(MemoryTracker tracker) {
        return Workspace.open(tracker);
    }

    /** Buffers of a worker, which tracks their memory and is told how long images took to decode. */
    static ScratchBuffers open(Worker worker) {
        return Workspace.open(worker);
    }

    @Override
    void close();
}
