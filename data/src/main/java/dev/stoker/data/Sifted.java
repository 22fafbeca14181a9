package dev.stoker.data;

import java.util.Optional;

/** Elements of which none, one or several come from each index: filters, flat maps, and maps behind them. */
non-sealed interface Sifted<T> extends Stage<T> {
    /** Number of inputs; {@code Long.MAX_VALUE} for no end. */
    long size();

    /** Inputs that one task should take. */
    int perTask();

    /** Adds what comes from one input. */
    void at(long epoch, long index, Worker worker, Outputs<T> outputs);

    /** Writes down the place behind the first {@code used} inputs. */
    void save(long used, StateWriter state);

    /** What is left behind a place that was saved. */
    Sifted<T> resume(StateReader state);

    @Override
    default Cursor<T> open(Run run, long epoch, StateReader state) {
        return new ParallelCursor<>(this, run, epoch, state);
    }

    /** What becomes of one element. */
    @FunctionalInterface
    interface Sieve<A, T> {
        void apply(A element, Worker worker, Outputs<T> outputs);
    }

    /** Any stage by index, if it has one. */
    static <T> Optional<Sifted<T>> of(Stage<T> stage) {
        return switch (stage) {
            case Indexed<T> indexed -> Optional.of(new Whole<>(indexed));
            case Sifted<T> sifted -> Optional.of(sifted);
            case Streamed<T> _ -> Optional.empty();
        };
    }

    /** One element of each. */
    default <R> Sifted<R> then(Sieve<T, R> sieve) {
        return then(sieve, Division.NONE);
    }

    /** Any number of elements of each, so that ranks fall out of step: a state belongs to one division. */
    default <R> Sifted<R> then(Sieve<T, R> sieve, Division division) {
        return new Then<>(this, sieve, division);
    }

    /** Exactly one element from each index. */
    record Whole<T>(Indexed<T> stage) implements Sifted<T> {
        @Override
        public long size() {
            return stage.size();
        }

        @Override
        public int perTask() {
            return stage.perTask();
        }

        @Override
        public void at(long epoch, long index, Worker worker, Outputs<T> outputs) {
            outputs.add(stage.at(epoch, index, worker));
        }

        @Override
        public void save(long used, StateWriter state) {
            stage.save(used, state);
        }

        @Override
        public Sifted<T> resume(StateReader state) {
            return new Whole<>(stage.resume(state));
        }
    }

    /** A sieve behind another, in the same task. */
    record Then<A, T>(Sifted<A> base, Sieve<A, T> sieve, Division division) implements Sifted<T> {
        @Override
        public long size() {
            return base.size();
        }

        @Override
        public int perTask() {
            return base.perTask();
        }

        @Override
        public void at(long epoch, long index, Worker worker, Outputs<T> outputs) {
            var between = new Outputs<A>();
            base.at(epoch, index, worker, between);
            for (int i = 0; i < between.size(); i++) {
                sieve.apply(between.value(i), worker, outputs);
            }
        }

        @Override
        public void save(long used, StateWriter state) {
            division.save(state);
            base.save(used, state);
        }

        @Override
        public Sifted<T> resume(StateReader state) {
            division.check(state);
            return new Then<>(base.resume(state), sieve, division);
        }
    }
}
