package dev.stoker.data.internal.node;

import dev.stoker.data.PipelineOptimization;
import dev.stoker.data.ShardRemainder;
import dev.stoker.data.internal.pipeline.Counts;
import dev.stoker.data.internal.pipeline.Cursor;
import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.PipelineRun;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.SimpleCursor;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.Streamed;
import dev.stoker.data.internal.pipeline.WorkerState;
import java.util.List;

/** {@code shard}: the elements of one rank. */
public record ShardNode<T>(Node<T> input, int rank, int world, ShardRemainder last) implements Node<T> {
    public ShardNode {
        Counts.atLeastOne("world", world);
        if (rank < 0 || rank >= world) {
            throw new IllegalArgumentException("rank must be within 0..%d, got %d".formatted(world - 1, rank));
        }
    }

    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        var below = input.compile(compilation);
        int own = compilation.rank(this);
        if (below instanceof Indexed<T> indexed && compilation.allows(PipelineOptimization.ORDER_BY_INDEX)) {
            return compilation.annotated(this, "by index", new IndexedShard<>(this, own, indexed, indexed));
        }
        Streamed<T> stage = (run, epoch, state) -> new ShardCursor<>(this, own, below, run, epoch, state);
        return compilation.annotated(this, "the elements of other ranks are computed and discarded", stage);
    }

    @Override
    public String title() {
        return "shard %d of %d".formatted(rank, world);
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    /** Every {@code world}-th of what is left; the last row may be filled up from the whole. */
    private static final class IndexedShard<T> implements Indexed<T> {
        private final ShardNode<T> node;
        private final int rank;
        private final Indexed<T> whole;
        private final Indexed<T> rest;
        private final long left;
        private final long size;

        IndexedShard(ShardNode<T> node, int rank, Indexed<T> whole, Indexed<T> rest) {
            this.node = node;
            this.rank = rank;
            this.whole = whole;
            this.rest = rest;
            left = rest.size();
            size = left == Long.MAX_VALUE ? left : rows();
        }

        private long rows() {
            return switch (node.last) {
                case SHORT -> Math.max(0, Math.ceilDiv(left - rank, (long) node.world));
                case DROPPED -> left / node.world;
                case WRAPPED -> Math.ceilDiv(left, (long) node.world);
            };
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public int perTask() {
            return rest.perTask();
        }

        @Override
        public T at(long epoch, long index, WorkerState worker) {
            long position = index * node.world + rank;
            return position < left
                    ? rest.at(epoch, position, worker)
                    : whole.at(epoch, (position - left) % whole.size(), worker);
        }

        @Override
        public Located<T> locate(long epoch, long index) {
            long position = index * node.world + rank;
            return position < left
                    ? new Located<>(rest, epoch, position)
                    : new Located<>(whole, epoch, (position - left) % whole.size());
        }

        @Override
        public void save(long given, StateWriter state) {
            rest.save(Counts.times(given, node.world), state);
        }

        @Override
        public Indexed<T> resume(StateReader state) {
            return new IndexedShard<>(node, rank, whole, whole.resume(state));
        }
    }

    /** Advances by one element per rank, so that a state is taken where all ranks have been given the same number. */
    private static final class ShardCursor<T> extends SimpleCursor<T> {
        private final ShardNode<T> node;
        private final int rank;
        private final List<T> beginning;
        private final Cursor<T> input;

        ShardCursor(
                ShardNode<T> node, int rank, PipelineStage<T> below, PipelineRun run, long epoch, StateReader state) {
            this.node = node;
            this.rank = rank;
            int kept = node.last == ShardRemainder.WRAPPED ? node.world : 0;
            beginning = FirstElements.of(below, kept, run, epoch, state);
            input = below.open(run, epoch, state);
        }

        @Override
        public boolean advance() {
            int passed = 0;
            while (passed < node.world && input.advance()) {
                if (passed++ == rank) {
                    give(input.value());
                }
                if (node.last == ShardRemainder.WRAPPED && beginning.size() < node.world) {
                    beginning.add(input.value());
                }
            }
            return passed == node.world || (passed > 0 && lastRow(passed));
        }

        private boolean lastRow(int passed) {
            return switch (node.last) {
                case SHORT -> passed > rank;
                case DROPPED -> false;
                case WRAPPED -> {
                    if (passed <= rank) {
                        give(beginning.get((rank - passed) % beginning.size()));
                    }
                    yield true;
                }
            };
        }

        @Override
        public void save(StateWriter state) {
            input.save(state);
        }

        @Override
        public void close() {
            input.close();
        }
    }
}
