package dev.stoker.data.internal.pipeline;

import dev.stoker.data.storage.StorageRequests;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Elements that any worker can compute from epoch and index alone. */
public non-sealed interface Indexed<T> extends PipelineStage<T> {
    int SMALL_ELEMENTS_PER_TASK = 64;

    /** Number of elements; {@code Long.MAX_VALUE} for no end. */
    long size();

    T at(long epoch, long index, WorkerState worker);

    /** An element of a stage below. */
    record Located<T>(Indexed<T> stage, long epoch, long index) {}

    /** The element of the stage below that this one is, for stages that only select; empty for those that compute. */
    default @Nullable Located<T> locate(long epoch, long index) {
        return null;
    }

    /** Reads what {@link #at} will need into the page cache; {@link #at} reports failures. */
    default void prefetch(long epoch, long index, WorkerState worker) {
        var below = locate(epoch, index);
        if (below != null) {
            below.stage.prefetch(below.epoch, below.index, worker);
        }
    }

    /** Tells sources that an element will be read once more; see {@link dev.stoker.data.IndexedReader#expect}. */
    default void expect(long epoch, long index) {
        var below = locate(epoch, index);
        if (below != null) {
            below.stage.expect(below.epoch, below.index);
        }
    }

    /** Whether {@link #at} waits for answers over a network, unless elements were prefetched. */
    default boolean isRemote() {
        var below = size() > 0 ? locate(0, 0) : null;
        return below != null && below.stage.isRemote();
    }

    /** The requests that are made for what {@link #prefetch} was told. */
    default List<StorageRequests> requests() {
        var below = size() > 0 ? locate(0, 0) : null;
        return below == null ? List.of() : below.stage.requests();
    }

    /** Elements that one task should compute: many small ones, or a single batch. */
    default int perTask() {
        return SMALL_ELEMENTS_PER_TASK;
    }

    /**
     * Saves the common position of all ranks when each has been given {@code given} elements of this stage. It may be more
     * than there are: the last batch is counted as if it were full, because that of a rank with more elements is.
     */
    default void save(long given, StateWriter state) {
        state.add(Math.min(given, size())).add(size());
    }

    /** What remains after a saved position, for any number of ranks and any batch size. */
    default Indexed<T> resume(StateReader state) {
        return new Remaining<>(this, state.position(size()));
    }

    @Override
    default Cursor<T> open(PipelineRun run, long epoch, StateReader state) {
        return new ParallelCursor<>(new OneToMany.OneToOne<>(this), run, epoch, state);
    }

    /** All but the first elements of a stage. */
    record Remaining<T>(Indexed<T> whole, long from) implements Indexed<T> {
        @Override
        public long size() {
            return Counts.minus(whole.size(), from);
        }

        @Override
        public int perTask() {
            return whole.perTask();
        }

        @Override
        public T at(long epoch, long index, WorkerState worker) {
            return whole.at(epoch, from + index, worker);
        }

        @Override
        public Located<T> locate(long epoch, long index) {
            return new Located<>(whole, epoch, from + index);
        }

        @Override
        public void save(long given, StateWriter state) {
            whole.save(Counts.plus(from, given), state);
        }

        @Override
        public Indexed<T> resume(StateReader state) {
            return whole.resume(state);
        }
    }
}
