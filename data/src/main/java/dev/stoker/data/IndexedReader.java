package dev.stoker.data;

/** Reads an element by its index; called by many workers at once, each with its own scratch. */
@FunctionalInterface
public interface IndexedReader<T> {
    T read(long index, Worker worker);
}
