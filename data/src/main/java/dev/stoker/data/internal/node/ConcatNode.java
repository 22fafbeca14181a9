package dev.stoker.data.internal.node;

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

/** {@code concat}: one dataset after the other. */
public record ConcatNode<T>(Node<? extends T> first, Node<? extends T> second) implements Node<T> {
    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        var one = ConcatNode.<T>widened(first).compile(compilation);
        var other = ConcatNode.<T>widened(second).compile(compilation);
        var unevenRanks =
                compilation.unevenRanks(first, "use ShardRemainder.DROPPED or WRAPPED, or put concat before it");
        if (one instanceof Indexed<T> a && other instanceof Indexed<T> b && a.size() < Long.MAX_VALUE - b.size()) {
            return compilation.annotated(this, "by index", new Joined<>(unevenRanks, a, b, false));
        }
        Streamed<T> stage = (run, epoch, state) -> new StreamingCursor<>(unevenRanks, one, other, run, epoch, state);
        return compilation.annotated(this, "one stream after the other", stage);
    }

    @SuppressWarnings("unchecked") // a node only produces elements, so a narrower type is safe
    private static <T> Node<T> widened(Node<? extends T> node) {
        return (Node<T>) node;
    }

    @Override
    public String title() {
        return "concat";
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(first, second);
    }

    /** What is left of both. */
    private static final class Joined<T> implements Indexed<T> {
        private final Partitioning unevenRanks;
        private final Indexed<T> first;
        private final Indexed<T> second;
        private final long ofFirst;

        Joined(Partitioning unevenRanks, Indexed<T> first, Indexed<T> second, boolean firstIsUsedUp) {
            this.unevenRanks = unevenRanks;
            this.first = first;
            this.second = second;
            ofFirst = firstIsUsedUp ? 0 : first.size();
        }

        @Override
        public long size() {
            return ofFirst + second.size();
        }

        @Override
        public void save(long given, StateWriter state) {
            unevenRanks.save(state);
            boolean inFirst = given < ofFirst;
            state.add(inFirst ? 0 : 1);
            (inFirst ? first : second).save(inFirst ? given : given - ofFirst, state);
        }

        @Override
        public Indexed<T> resume(StateReader state) {
            unevenRanks.checkIfAny(state);
            return state.next() == 0
                    ? new Joined<>(unevenRanks, first.resume(state), second, false)
                    : new Joined<>(unevenRanks, first, second.resume(state), true);
        }

        @Override
        public T at(long epoch, long index, WorkerState worker) {
            return index < ofFirst ? first.at(epoch, index, worker) : second.at(epoch, index - ofFirst, worker);
        }

        @Override
        public Located<T> locate(long epoch, long index) {
            return index < ofFirst ? new Located<>(first, epoch, index) : new Located<>(second, epoch, index - ofFirst);
        }
    }

    private static final class StreamingCursor<T> extends SimpleCursor<T> {
        private final Partitioning unevenRanks;
        private final PipelineStage<T> second;
        private final PipelineRun run;
        private final long epoch;
        private boolean inSecond;
        private Cursor<T> cursor;

        StreamingCursor(
                Partitioning unevenRanks,
                PipelineStage<T> first,
                PipelineStage<T> second,
                PipelineRun run,
                long epoch,
                StateReader state) {
            this.unevenRanks = unevenRanks;
            this.second = second;
            this.run = run;
            this.epoch = epoch;
            unevenRanks.checkIfAny(state);
            inSecond = state.next() == 1;
            cursor = (inSecond ? second : first).open(run, epoch, state);
        }

        @Override
        public boolean advance() {
            if (!cursor.advance()) {
                if (inSecond) {
                    return false;
                }
                inSecond = true;
                cursor.close();
                cursor = second.open(run, epoch, StateReader.fresh());
                return advance();
            }
            give(cursor.value());
            return true;
        }

        @Override
        public void save(StateWriter state) {
            unevenRanks.save(state);
            state.add(inSecond ? 1 : 0);
            cursor.save(state);
        }

        @Override
        public void close() {
            cursor.close();
        }
    }
}
