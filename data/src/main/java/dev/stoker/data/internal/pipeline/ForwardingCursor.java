package dev.stoker.data.internal.pipeline;

/** Passes on the elements of another cursor, or some of them. */
public abstract class ForwardingCursor<T> implements Cursor<T> {
    private final Cursor<T> input;

    public ForwardingCursor(Cursor<T> input) {
        this.input = input;
    }

    public final Cursor<T> input() {
        return input;
    }

    @Override
    public final T value() {
        return input.value();
    }

    @Override
    public void save(StateWriter state) {
        input.save(state);
    }

    @Override
    public final void close() {
        input.close();
    }
}
