package dev.stoker.core;

/** Keeps count of memory outside the heap: asked before it is taken, told when it is given back. */
public interface MemoryTracker {
    /** Counts everything and refuses nothing. */
    MemoryTracker UNLIMITED = new MemoryTracker() {
        @Override
        public void take(long bytes) {}

        @Override
        public void giveBack(long bytes) {}
    };

    /** Throws where there is no room; nothing is taken then. */
    void take(long bytes);

    void giveBack(long bytes);
}
