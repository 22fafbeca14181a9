package dev.stoker.data.internal.node;

import dev.stoker.data.internal.pipeline.Counts;
import dev.stoker.data.internal.pipeline.Cursor;
import dev.stoker.data.internal.pipeline.PipelineRun;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.ReplayCursor;
import dev.stoker.data.internal.pipeline.SimpleCursor;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.Streamed;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/** {@code interleave}: several datasets at once, one element of each in turn. */
public record InterleaveNode<T, R>(Node<T> input, int cycleLength, Function<? super T, Node<R>> function)
        implements Node<R> {
    public InterleaveNode {
        Counts.atLeastOne("interleave", cycleLength);
    }

    @Override
    public PipelineStage<R> compile(Compilation compilation) {
        var below = input.compile(compilation);
        var partitioning = NodePartitioning.of(input, "put interleave before shard and batch");
        Streamed<R> stage = (run, epoch, state) -> {
            partitioning.check(state);
            long given = state.next();
            var cursor =
                    new StreamingCursor<>(this, compilation, below.open(run, epoch, StateReader.fresh()), run, epoch);
            return new ReplayCursor<>(cursor, given, partitioning);
        };
        return compilation.annotated(
                this, "%d datasets at once, each with workers of its own".formatted(cycleLength), stage);
    }

    @Override
    public String title() {
        return "interleave " + cycleLength;
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    private static final class StreamingCursor<T, R> extends SimpleCursor<R> {
        private final InterleaveNode<T, R> node;
        private final Compilation compilation;
        private final Cursor<T> outer;
        private final PipelineRun run;
        private final long epoch;
        private final Deque<Cursor<R>> open = new ArrayDeque<>();

        StreamingCursor(
                InterleaveNode<T, R> node, Compilation compilation, Cursor<T> outer, PipelineRun run, long epoch) {
            this.node = node;
            this.compilation = compilation;
            this.outer = outer;
            this.run = run;
            this.epoch = epoch;
        }

        @Override
        public boolean advance() {
            while (true) {
                while (open.size() < node.cycleLength && outer.advance()) {
                    var inner = node.function.apply(outer.value()).compile(compilation);
                    open.addLast(inner.open(run, epoch, StateReader.fresh()));
                }
                var turn = open.pollFirst();
                if (turn == null) {
                    return false;
                }
                if (turn.advance()) {
                    give(turn.value());
                    open.addLast(turn);
                    return true;
                }
                turn.close();
            }
        }

        @Override
        public void save(StateWriter state) {
            throw new IllegalStateException("interleaved datasets are replayed, not saved");
        }

        @Override
        public void close() {
            open.forEach(Cursor::close);
            outer.close();
        }
    }
}
