package dev.stoker.data.internal.node;

import dev.stoker.data.PipelineOptimization;
import dev.stoker.data.internal.pipeline.Counts;
import dev.stoker.data.internal.pipeline.Cursor;
import dev.stoker.data.internal.pipeline.ForwardingCursor;
import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.Streamed;
import dev.stoker.data.internal.pipeline.WorkerState;
import java.util.List;

/** {@code take}: the first elements only. */
public record TakeNode<T>(Node<T> input, long count) implements Node<T> {
    public TakeNode {
        Counts.notNegative("take", count);
    }

    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        var below = input.compile(compilation);
        if (below instanceof Indexed<T> indexed && compilation.allows(PipelineOptimization.ORDER_BY_INDEX)) {
            return compilation.annotated(this, "by index", new IndexedTake<>(indexed, count, 0));
        }
        Streamed<T> stage = (run, epoch, state) -> new TakeCursor<>(state.next(), below.open(run, epoch, state), count);
        return compilation.annotated(this, "counted from a stream", stage);
    }

    @Override
    public String title() {
        return "take " + count;
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    /** The first of what is left, of which some have been taken before. */
    private record IndexedTake<T>(Indexed<T> below, long count, long before) implements Indexed<T> {
        @Override
        public long size() {
            return Math.min(Math.max(0, count - before), below.size());
        }

        @Override
        public int perTask() {
            return below.perTask();
        }

        @Override
        public T at(long epoch, long index, WorkerState worker) {
            return below.at(epoch, index, worker);
        }

        @Override
        public Located<T> locate(long epoch, long index) {
            return new Located<>(below, epoch, index);
        }

        @Override
        public void save(long given, StateWriter state) {
            long taken = Math.min(given, Math.max(0, count - before));
            state.add(before + taken);
            below.save(taken, state);
        }

        @Override
        public Indexed<T> resume(StateReader state) {
            long taken = state.next();
            return new IndexedTake<>(below.resume(state), count, taken);
        }
    }

    private static final class TakeCursor<T> extends ForwardingCursor<T> {
        private final long count;
        private long taken;

        TakeCursor(long taken, Cursor<T> input, long count) {
            super(input);
            this.taken = taken;
            this.count = count;
        }

        @Override
        public boolean advance() {
            return taken < count && input().advance() && ++taken > 0;
        }

        @Override
        public void save(StateWriter state) {
            state.add(taken);
            input().save(state);
        }
    }
}
