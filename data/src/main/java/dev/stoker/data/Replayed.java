package dev.stoker.data;

/** Saves how many elements were given, and continues by walking past them: exact, at the price of the walk. */
final class Replayed<T> extends PassingCursor<T> {
    private final Division division;
    private long given;

    Replayed(Cursor<T> input, long skipped, Division division) {
        super(input);
        this.division = division;
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
        division.save(state);
        state.add(given);
    }
}
