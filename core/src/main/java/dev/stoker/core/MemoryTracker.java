package dev.stoker.core;

/** Tracks memory outside the heap: called before it is allocated and after it is released. */
public interface MemoryTracker {
    /** Allows every allocation. */
    MemoryTracker UNLIMITED = new MemoryTracker() {
        @Override
        public void reserve(long bytes) {}

        @Override
        public void release(long bytes) {}
    };

    /** Throws where the limit would be exceeded; then nothing is counted. */
    void reserve(long bytes);

    void release(long bytes);

    /** Reserves memory, or returns false where there is no room for it now. */
    default boolean tryReserve(long bytes) {
        reserve(bytes);
        return true;
    }

    /** All that may be reserved. */
    default long limit() {
        return Long.MAX_VALUE;
    }

    /** What may still be reserved. */
    default long free() {
        return Long.MAX_VALUE;
    }
}
