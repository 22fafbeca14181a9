package dev.stoker.data;

/** Passes on the elements of another cursor, or some of them. */
abstract class PassingCursor<T> implements Cursor<T> {
    private final Cursor<T> input;

    PassingCursor(Cursor<T> input) {
        this.input = input;
    }

    final Cursor<T> input() {
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
