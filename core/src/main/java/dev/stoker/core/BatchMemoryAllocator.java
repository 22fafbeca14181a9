package dev.stoker.core;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Who provides the memory of batch slots: plain native memory, or a room that can lock pages for a device. */
public interface BatchMemoryAllocator extends AutoCloseable {

    /** A segment that lives until this memory is closed; it may hold what somebody wrote before. */
    MemorySegment allocate(long bytes);

    @Override
    void close();

    /** Memory of this process, aligned to cache lines. */
    static BatchMemoryAllocator ofHost() {
        var arena = Arena.ofShared();
        return new BatchMemoryAllocator() {
            @Override
            public MemorySegment allocate(long bytes) {
                return arena.allocate(bytes, 64);
            }

            @Override
            public void close() {
                if (arena.scope().isAlive()) {
                    arena.close();
                }
            }
        };
    }
}
