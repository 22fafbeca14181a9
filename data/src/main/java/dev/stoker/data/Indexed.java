package dev.stoker.data;

/** Elements that any worker can compute from epoch and index alone. */
non-sealed interface Indexed<T> extends Stage<T> {
    int SMALL_ELEMENTS_PER_TASK = 64;

    /** Number of elements; {@code Long.MAX_VALUE} for no end. */
    long size();

    T at(long epoch, long index, Worker worker);

    /** Reads what {@link #at} will need into the page cache; failures are left for it to meet again. */
    default void warm(long epoch, long index, Worker worker) {}

    /** Elements that one task should compute: many small ones, or a single batch. */
    default int perTask() {
        return SMALL_ELEMENTS_PER_TASK;
    }

    @Override
    default Cursor<T> open(Run run, long epoch, StateReader state) {
        return new ParallelCursor<>(new Sifted.Whole<>(this), run, epoch, state);
    }

    /** The same elements in another order or number, chosen by index. */
    static <T> Indexed<T> reordered(Indexed<T> stage, long size, Choice choice) {
        return new Indexed<>() {
            @Override
            public long size() {
                return size;
            }

            @Override
            public int perTask() {
                return stage.perTask();
            }

            @Override
            public T at(long epoch, long index, Worker worker) {
                return stage.at(choice.epoch(epoch, index), choice.index(epoch, index), worker);
            }

            @Override
            public void warm(long epoch, long index, Worker worker) {
                stage.warm(choice.epoch(epoch, index), choice.index(epoch, index), worker);
            }
        };
    }

    /** Which element of the stage below stands at an index. */
    @FunctionalInterface
    interface Choice {
        long index(long epoch, long index);

        default long epoch(long epoch, long index) {
            return epoch;
        }
    }
}
