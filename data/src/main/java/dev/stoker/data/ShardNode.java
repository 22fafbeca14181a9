package dev.stoker.data;

import java.util.List;

/** {@code shard}: one rank's share. */
record ShardNode<T>(Node<T> input, int rank, int world) implements Node<T> {
    ShardNode {
        Counts.atLeastOne("world", world);
        if (rank < 0 || rank >= world) {
            throw new IllegalArgumentException("rank must lie within 0..%d, got %d".formatted(world - 1, rank));
        }
    }

    @Override
    public Stage<T> compile(Compilation compilation) {
        var below = input.compile(compilation);
        if (below instanceof Indexed<T> indexed && compilation.may(Optimisation.ORDER_BY_INDEX)) {
            long size = indexed.size() == Long.MAX_VALUE
                    ? Long.MAX_VALUE
                    : Math.max(0, Math.ceilDiv(indexed.size() - rank, world));
            return compilation.noted(
                    this, "by index", Indexed.reordered(indexed, size, (_, index) -> index * world + rank));
        }
        Streamed<T> stage = (run, epoch, state) -> new Sharding<>(state.next(), below.open(run, epoch, state), this);
        return compilation.noted(this, "the others are computed and passed over", stage);
    }

    @Override
    public String title() {
        return "shard %d of %d".formatted(rank, world);
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    private static final class Sharding<T> extends PassingCursor<T> {
        private final ShardNode<T> node;
        private long walked;

        Sharding(long walked, Cursor<T> input, ShardNode<T> node) {
            super(input);
            this.walked = walked;
            this.node = node;
        }

        @Override
        public boolean advance() {
            while (input().advance()) {
                if (walked++ % node.world == node.rank) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public void save(StateWriter state) {
            state.add(walked);
            input().save(state);
        }
    }
}
