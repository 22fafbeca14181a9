package dev.stoker.data.internal.pipeline;

import java.util.Optional;

/** Elements of which none, one or several come from each index: filters, flat maps, and maps after them. */
public non-sealed interface OneToMany<T> extends PipelineStage<T> {
    /** Number of inputs; {@code Long.MAX_VALUE} for no end. */
    long size();

    /** Inputs that one task should take. */
    int perTask();

    /** Adds what comes from one input. */
    void at(long epoch, long index, WorkerState worker, TaskOutputs<T> outputs);

    /** Saves the position after the first {@code used} inputs. */
    public void save(long used, StateWriter state);

    /** What remains after a saved position. */
    OneToMany<T> resume(StateReader state);

    @Override
    default Cursor<T> open(PipelineRun run, long epoch, StateReader state) {
        return new ParallelCursor<>(this, run, epoch, state);
    }

    /** Turns one element into none, one or several. */
    @FunctionalInterface
    interface Expansion<A, T> {
        void apply(A element, WorkerState worker, TaskOutputs<T> outputs);
    }

    /** Any stage by index, if it has one. */
    static <T> Optional<OneToMany<T>> of(PipelineStage<T> stage) {
        return switch (stage) {
            case Indexed<T> indexed -> Optional.of(new OneToOne<>(indexed));
            case OneToMany<T> oneToMany -> Optional.of(oneToMany);
            case Streamed<T> _ -> Optional.empty();
        };
    }

    /** One element of each. */
    default <R> OneToMany<R> then(Expansion<T, R> expansion) {
        return then(expansion, Partitioning.NONE);
    }

    /** Any number of elements of each, so that ranks may differ: a state belongs to one partitioning. */
    default <R> OneToMany<R> then(Expansion<T, R> expansion, Partitioning partitioning) {
        return new Composed<>(this, expansion, partitioning);
    }

    /** Exactly one element from each index. */
    record OneToOne<T>(Indexed<T> stage) implements OneToMany<T> {
        @Override
        public long size() {
            return stage.size();
        }

        @Override
        public int perTask() {
            return stage.perTask();
        }

        @Override
        public void at(long epoch, long index, WorkerState worker, TaskOutputs<T> outputs) {
            outputs.add(stage.at(epoch, index, worker));
        }

        @Override
        public void save(long used, StateWriter state) {
            stage.save(used, state);
        }

        @Override
        public OneToMany<T> resume(StateReader state) {
            return new OneToOne<>(stage.resume(state));
        }
    }

    /** One expansion after another, in the same task. */
    record Composed<A, T>(OneToMany<A> base, Expansion<A, T> expansion, Partitioning partitioning)
            implements OneToMany<T> {
        @Override
        public long size() {
            return base.size();
        }

        @Override
        public int perTask() {
            return base.perTask();
        }

        @Override
        public void at(long epoch, long index, WorkerState worker, TaskOutputs<T> outputs) {
            var between = new TaskOutputs<A>();
            base.at(epoch, index, worker, between);
            for (int i = 0; i < between.size(); i++) {
                expansion.apply(between.value(i), worker, outputs);
            }
        }

        @Override
        public void save(long used, StateWriter state) {
            partitioning.save(state);
            base.save(used, state);
        }

        @Override
        public OneToMany<T> resume(StateReader state) {
            partitioning.check(state);
            return new Composed<>(base.resume(state), expansion, partitioning);
        }
    }
}
