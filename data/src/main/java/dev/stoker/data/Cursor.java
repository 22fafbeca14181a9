package dev.stoker.data;

/** Walks over elements on the consumer's thread; what lies below may run on workers. */
interface Cursor<T> extends AutoCloseable {
    /** Moves on; false at the end. */
    boolean advance();

    /** The element moved to. */
    T value();

    /** Adds what it takes to continue behind the element moved to. */
    void save(StateWriter state);

    @Override
    void close();
}
