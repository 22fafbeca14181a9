package dev.stoker.bench.near;

/** A cache that counts. */
sealed interface SimulatedCache permits LruCache, BeladyCache, FixedCache {
    /** Reads a sample; whether the cache had it. */
    boolean read(int sample);
}
