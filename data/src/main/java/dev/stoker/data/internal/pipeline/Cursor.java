package dev.stoker.data.internal.pipeline;

/** Advances over elements on the consumer's thread; the stages before may run on workers. */
public interface Cursor<T> extends AutoCloseable {
    /** Moves to the next element; false at the end. */
    public boolean advance();

    /** The current element. */
    T value();

    /** Saves the position after the current element. */
    public void save(StateWriter state);

    @Override
    void close();
}
