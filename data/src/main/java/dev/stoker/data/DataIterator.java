package dev.stoker.data;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** Elements in order, computed ahead by workers; closing it stops them. */
public final class DataIterator<T> implements Iterator<T>, AutoCloseable {
    private final Cursor<T> cursor;
    private DataState state;
    private boolean peeked;
    private boolean available;

    DataIterator(Cursor<T> cursor) {
        this.cursor = cursor;
        state = save();
    }

    /** Waits for the next element. A failure of a worker surfaces here, with the element it happened at. */
    @Override
    public boolean hasNext() {
        if (!peeked) {
            state = save();
            available = cursor.advance();
            peeked = true;
        }
        return available;
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the data has no more elements");
        }
        peeked = false;
        return cursor.value();
    }

    /** Where to continue: with the element that {@link #next} would give now. */
    public DataState state() {
        return peeked ? state : save();
    }

    private DataState save() {
        var writer = new StateWriter();
        cursor.save(writer);
        return writer.state();
    }

    @Override
    public void close() {
        cursor.close();
    }
}
