package dev.stoker.data.internal.cache;

import dev.stoker.data.CacheStatistics;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a cache does, for many workers at once. */
public final class CacheCounters {
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder notStored = new LongAdder();
    private final LongAdder corrupt = new LongAdder();

    void addHit() {
        hits.increment();
    }

    void addMiss(boolean stored) {
        misses.increment();
        if (!stored) {
            notStored.increment();
        }
    }

    void addCorrupt(long count) {
        corrupt.add(count);
    }

    public CacheStatistics statistics() {
        return new CacheStatistics(hits.sum(), misses.sum(), notStored.sum(), corrupt.sum());
    }
}
