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

    default <R> Sifted<R> then(Sieve<T, R> sieve) {
        return new Then<>(this, sieve);
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
    }

    /** A sieve behind another, in the same task. */
    record Then<A, T>(Sifted<A> base, Sieve<A, T> sieve) implements Sifted<T> {
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
    }
}
