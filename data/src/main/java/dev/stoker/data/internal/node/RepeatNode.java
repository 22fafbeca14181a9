package dev.stoker.data.internal.node;

import dev.stoker.data.PipelineOptimization;
import dev.stoker.data.internal.pipeline.Counts;
import dev.stoker.data.internal.pipeline.Cursor;
import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.Partitioning;
import dev.stoker.data.internal.pipeline.PipelineRun;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.SimpleCursor;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.Streamed;
import dev.stoker.data.internal.pipeline.WorkerState;
import java.util.List;

/** {@code repeat}: one epoch after the other. By index, the next epoch is computed ahead like any element: there is no gap. */
public record RepeatNode<T>(Node<T> input, long times) implements Node<T> {
    public RepeatNode {
        Counts.atLeastOne("repeat", times);
    }

    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        var below = input.compile(compilation);
        var unevenRanks =
                compilation.unevenRanks(input, "use ShardRemainder.DROPPED or WRAPPED, or put repeat before it");
        if (below instanceof Indexed<T> indexed
                && indexed.size() < Long.MAX_VALUE
                && compilation.allows(PipelineOptimization.ORDER_BY_INDEX)) {
            var epochs = new Epochs<>(this, unevenRanks, indexed, indexed, 0);
            return compilation.annotated(this, "by index, without a gap between epochs", epochs);
        }
        Streamed<T> stage = (run, epoch, state) -> new RepeatCursor<>(this, unevenRanks, below, run, epoch, state);
        return compilation.annotated(this, "restarts its input", stage);
    }

    private long firstEpoch(long epoch) {
        return times == Long.MAX_VALUE ? epoch : epoch * times;
    }

    @Override
    public String title() {
        return times == Long.MAX_VALUE ? "repeat" : "repeat " + times;
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    /** The rest of one epoch, then whole epochs. */
    private static final class Epochs<T> implements Indexed<T> {
        private final RepeatNode<T> node;
        private final Partitioning unevenRanks;
        private final Indexed<T> whole;
        private final Indexed<T> rest;
        private final long round;
        private final long length;
        private final long left;

        Epochs(RepeatNode<T> node, Partitioning unevenRanks, Indexed<T> whole, Indexed<T> rest, long round) {
            this.node = node;
            this.unevenRanks = unevenRanks;
            this.whole = whole;
            this.rest = rest;
            this.round = round;
            length = whole.size();
            left = round < node.times ? rest.size() : 0;
        }

        @Override
        public long size() {
            if (length == 0) {
                return 0;
            }
            long after = Math.max(0, node.times - round - 1);
            return node.times == Long.MAX_VALUE ? Long.MAX_VALUE : Counts.plus(left, Counts.times(length, after));
        }

        @Override
        public int perTask() {
            return whole.perTask();
        }

        @Override
        public T at(long epoch, long index, WorkerState worker) {
            long first = node.firstEpoch(epoch) + round;
            if (index < left) {
                return rest.at(first, index, worker);
            }
            long beyond = index - left;
            return whole.at(first + 1 + beyond / length, beyond % length, worker);
        }

        @Override
        public Located<T> locate(long epoch, long index) {
            long first = node.firstEpoch(epoch) + round;
            long beyond = index - left;
            return index < left
                    ? new Located<>(rest, first, index)
                    : new Located<>(whole, first + 1 + beyond / length, beyond % length);
        }

        @Override
        public void save(long given, StateWriter state) {
            unevenRanks.save(state);
            if (given < left || length == 0) {
                state.add(round);
                rest.save(given, state);
                return;
            }
            long beyond = given - left;
            long rounds = Math.min(node.times, round + 1 + beyond / length);
            state.add(rounds);
            whole.save(rounds < node.times ? beyond % length : 0, state);
        }

        @Override
        public Indexed<T> resume(StateReader state) {
            unevenRanks.checkIfAny(state);
            long rounds = state.next();
            return new Epochs<>(node, unevenRanks, whole, whole.resume(state), rounds);
        }
    }

    /** Opens its input once per epoch. */
    private static final class RepeatCursor<T> extends SimpleCursor<T> {
        private final RepeatNode<T> node;
        private final Partitioning unevenRanks;
        private final PipelineStage<T> below;
        private final PipelineRun run;
        private final long firstEpoch;
        private long round;
        private boolean gaveSomething;
        private Cursor<T> cursor;

        RepeatCursor(
                RepeatNode<T> node,
                Partitioning unevenRanks,
                PipelineStage<T> below,
                PipelineRun run,
                long epoch,
                StateReader state) {
            this.node = node;
            this.unevenRanks = unevenRanks;
            this.below = below;
            this.run = run;
            firstEpoch = node.firstEpoch(epoch);
            unevenRanks.checkIfAny(state);
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
                if (round + 1 >= node.times || !gaveSomething) {
                    return false; // an epoch that is empty stays empty, however often it is repeated
                }
                cursor.close();
                gaveSomething = false;
                cursor = below.open(run, firstEpoch + ++round, StateReader.fresh());
            }
        }

        @Override
        public void save(StateWriter state) {
            unevenRanks.save(state);
            state.add(round);
            cursor.save(state);
        }

        @Override
        public void close() {
            cursor.close();
        }
    }
}
