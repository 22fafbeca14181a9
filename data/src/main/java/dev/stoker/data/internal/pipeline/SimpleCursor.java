package dev.stoker.data.internal.pipeline;

import org.jspecify.annotations.Nullable;

/** Keeps the element that a cursor has moved to. */
public abstract class SimpleCursor<T> implements Cursor<T> {
    private @Nullable T value;

    public final void give(T next) {
        value = next;
    }

    @Override
    @SuppressWarnings("NullAway") // set before anybody may ask, and T may itself be anything
    public final T value() {
        return value;
    }
}
