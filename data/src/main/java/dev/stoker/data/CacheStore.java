package dev.stoker.data;

import org.jspecify.annotations.Nullable;

/** Keeps elements by index, for many workers at once. */
interface CacheStore<T> {
    /** An element, and the index in the source that it was computed from: what comes behind draws by that. */
    record Kept<T>(T element, long source) {}

    @Nullable
    Kept<T> find(long index, Worker worker);

    /** Keeps an element if there is room, and says whether it did. */
    boolean keep(long index, Kept<T> element, Worker worker);
}
