package dev.stoker.data;

/** Reads an element by its index; called by many workers at once, each with its own scratch. */
@FunctionalInterface
public interface IndexedReader<T> {
    T read(long index, Worker worker);

    /**
     * Reads the bytes of an element into the calling thread's own buffer, so that the page cache holds them when they
     * are needed. Failures are left for {@link #read} to meet again.
     */
    default void warm(long index, Worker worker) {}
}
