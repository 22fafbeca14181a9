package dev.stoker.core;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Allocates the memory of batches: plain native memory, or page-locked memory for a device. */
public interface BatchMemoryAllocator extends AutoCloseable {

    /** A segment that is valid until this allocator is closed; its content is undefined. */
    MemorySegment allocate(long bytes);

    @Override
    void close();

    /** Memory of this process, aligned to cache lines; large segments are pages that go back to the kernel. */
    static BatchMemoryAllocator host() {
        var arena = Arena.ofShared();
        return new BatchMemoryAllocator() {
            @Override
            public MemorySegment allocate(long bytes) {
                return PageMemory.suits(bytes) ? PageMemory.allocate(bytes, arena) : arena.allocate(bytes, 64);
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
