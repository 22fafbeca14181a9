package dev.stoker.data;

import java.util.concurrent.atomic.LongAdder;

/** What a cache has done. */
public final class CacheStatistics {
    private final LongAdder served = new LongAdder();
    private final LongAdder computed = new LongAdder();
    private final LongAdder leftOut = new LongAdder();
    private final LongAdder damaged = new LongAdder();

    CacheStatistics() {}

    /** Elements that came from the cache. */
    public long served() {
        return served.sum();
    }

    /** Elements that had to be computed. */
    public long computed() {
        return computed.sum();
    }

    /** Elements that were computed and not kept: there was no room, or another process writes. */
    public long leftOut() {
        return leftOut.sum();
    }

    /** Elements that were found damaged and computed anew. */
    public long damaged() {
        return damaged.sum();
    }

    public void addServed() {
        served.increment();
    }

    public void addComputed(boolean kept) {
        computed.increment();
        if (!kept) {
            leftOut.increment();
        }
    }

    public void addDamaged(long count) {
        damaged.add(count);
    }

    @Override
    public String toString() {
        return "%d served, %d computed, %d left out, %d damaged".formatted(served(), computed(), leftOut(), damaged());
    }
}
