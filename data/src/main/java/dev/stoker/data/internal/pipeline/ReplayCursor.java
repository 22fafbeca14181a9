package dev.stoker.data.internal.pipeline;

/** Saves how many elements were given, and resumes by computing and discarding them: exact, but not free. */
public final class ReplayCursor<T> extends ForwardingCursor<T> {
    private final Partitioning partitioning;
    private long given;

    public ReplayCursor(Cursor<T> input, long skipped, Partitioning partitioning) {
        super(input);
        this.partitioning = partitioning;
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
        partitioning.save(state);
        state.add(given);
    }
}
