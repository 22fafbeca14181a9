package dev.stoker.data;

import dev.stoker.data.storage.StorageRequests;
import java.util.List;

/** Reads an element by its index; called by many workers at once, each with its own scratch. */
@FunctionalInterface
public interface IndexedReader<T> {
    T read(long index, Worker worker);

    /**
     * Brings the bytes of an element into the page cache, or into memory that is counted where they are remote, for a thread
     * that runs ahead of the workers. It never fails: reading the element reports what is wrong with it.
     */
    default void prefetch(long index, Worker worker) {}

    /** An element will be read once more in the coming epochs; called before they begin, by one thread. */
    default void expect(long index) {}

    /** Whether reading waits for answers over a network, so that many elements should be asked for before they are needed. */
    default boolean isRemote() {
        return false;
    }

    /** The requests that are made for what {@link #prefetch} was told; none where nothing {@link #isRemote}. */
    default List<StorageRequests> requests() {
        return List.of();
    }
}
