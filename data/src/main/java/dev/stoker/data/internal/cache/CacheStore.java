package dev.stoker.data.internal.cache;

import dev.stoker.data.internal.pipeline.WorkerState;
import org.jspecify.annotations.Nullable;

/** Stores elements by index, for many workers at once. */
public interface CacheStore<T> {
    /** An element, and the index in the source that it was computed from: later random transforms depend on it. */
    record CachedElement<T>(T element, long source) {}

    @Nullable
    CachedElement<T> find(long index, WorkerState worker);

    /** Whether it has an element, without reading it. */
    boolean holds(long index, WorkerState worker);

    /** Stores an element if there is room, and returns whether it did. */
    boolean keep(long index, CachedElement<T> element, WorkerState worker);
}
