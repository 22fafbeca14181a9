package dev.stoker.core;

/** Tracks memory outside the heap: called before it is allocated and after it is released. */
public interface MemoryTracker {
    /** Allows every allocation. */
    MemoryTracker UNLIMITED = new MemoryTracker() {
        @Override
        public void take(long bytes) {}

        @Override
        public void giveBack(long bytes) {}
    };

    /** Throws where the limit would be exceeded; then nothing is counted. */
    void take(long bytes);

    void giveBack(long bytes);
}
