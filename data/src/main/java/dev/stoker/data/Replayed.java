package dev.stoker.data;

/** Saves how many elements were given, and continues by walking past them: exact, at the price of the walk. */
final class Replayed<T> extends PassingCursor<T> {
    private long given;

    Replayed(Cursor<T> input, long skipped) {
        super(input);
        while (given < skipped && advance()) {}
    }

    @Override
    public boolean advance() {
        if (!input().advance()) {
            return false;
        }
        given++;
        return true;
    }

    @Override
    public void save(StateWriter state) {
        state.add(given);
    }
}
