package dev.stoker.bench.near;

import java.util.LinkedHashSet;

/** Evicts what was not read for the longest time, as a page cache does. */
final class LruCache implements SimulatedCache {
    private final int capacity;
    private final LinkedHashSet<Integer> held;

    LruCache(int samples, int capacity) {
        this.capacity = capacity;
        held = LinkedHashSet.newLinkedHashSet(samples);
    }

    @Override
    public boolean read(int sample) {
        boolean hit = held.remove(sample);
        held.addLast(sample);
        if (held.size() > capacity) {
            held.removeFirst();
        }
        return hit;
    }
}
