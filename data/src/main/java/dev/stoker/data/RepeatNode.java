package dev.stoker.data;

import java.util.List;

/** {@code repeat}: one epoch behind the other. By index the next epoch is computed ahead like anything else: no gap. */
record RepeatNode<T>(Node<T> input, long times) implements Node<T> {
    RepeatNode {
        Counts.atLeastOne("repeat", times);
    }

    @Override
    public Stage<T> compile(Compilation compilation) {
        var below = input.compile(compilation);
        if (below instanceof Indexed<T> indexed
                && indexed.size() < Long.MAX_VALUE
                && compilation.may(Optimisation.ORDER_BY_INDEX)) {
            return compilation.noted(this, "by index: epochs join without a gap", byIndex(indexed));
        }
        Streamed<T> stage = (run, epoch, state) -> new Repeating<>(below, run, epoch, state, times);
        return compilation.noted(this, "starts its input again", stage);
    }

    private Indexed<T> byIndex(Indexed<T> below) {
        long size = below.size();
        boolean endless = times == Long.MAX_VALUE || Math.multiplyHigh(size, times) != 0 || size * times < 0;
        long total = size == 0 ? 0 : endless ? Long.MAX_VALUE : size * times;
        return Indexed.reordered(below, total, new Indexed.Choice() {
            @Override
            public long index(long epoch, long index) {
                return index % size;
            }

            @Override
            public long epoch(long epoch, long index) {
                return (times == Long.MAX_VALUE ? epoch : epoch * times) + index / size;
            }
        });
    }

    @Override
    public String title() {
        return times == Long.MAX_VALUE ? "repeat" : "repeat " + times;
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    /** Opens its input once per epoch. */
    private static final class Repeating<T> extends SimpleCursor<T> {
        private final Stage<T> below;
        private final Run run;
        private final long firstEpoch;
        private final long times;
        private long round;
        private boolean gaveSomething;
        private Cursor<T> cursor;

        Repeating(Stage<T> below, Run run, long epoch, StateReader state, long times) {
            this.below = below;
            this.run = run;
            this.times = times;
            firstEpoch = times == Long.MAX_VALUE ? epoch : epoch * times;
            round = state.next();
            gaveSomething = round > 0 || !state.isFresh();
            cursor = below.open(run, firstEpoch + round, state);
        }

        @Override
        public boolean advance() {
            while (true) {
                if (cursor.advance()) {
                    gaveSomething = true;
                    give(cursor.value());
                    return true;
                }
                if (round + 1 >= times || !gaveSomething) {
                    return false; // an epoch that is empty stays empty, however often it is repeated
                }
                cursor.close();
                gaveSomething = false;
                cursor = below.open(run, firstEpoch + ++round, StateReader.fresh());
            }
        }

        @Override
        public void save(StateWriter state) {
            state.add(round);
            cursor.save(state);
        }

        @Override
        public void close() {
            cursor.close();
        }
    }
}
