package dev.stoker.data.internal.pipeline;

/** Walks over elements on the consumer's thread; what lies below may run on workers. */
public interface Cursor<T> extends AutoCloseable {
    /** Moves on; false at the end. */
    public boolean advance();

    /** The element moved to. */
    T value();

    /** Adds what it takes to continue behind the element moved to. */
    public void save(StateWriter state);

    @Override
    void close();
}
