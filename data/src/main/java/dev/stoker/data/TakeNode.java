package dev.stoker.data;

import java.util.List;

/** {@code take}: the first elements only. */
record TakeNode<T>(Node<T> input, long count) implements Node<T> {
    TakeNode {
        Counts.notNegative("take", count);
    }

    @Override
    public Stage<T> compile(Compilation compilation) {
        var below = input.compile(compilation);
        if (below instanceof Indexed<T> indexed && compilation.may(Optimisation.ORDER_BY_INDEX)) {
            long size = Math.min(count, indexed.size());
            return compilation.noted(this, "by index", Indexed.reordered(indexed, size, (_, index) -> index));
        }
        Streamed<T> stage = (run, epoch, state) -> new Taking<>(state.next(), below.open(run, epoch, state), count);
        return compilation.noted(this, "counted as it passes", stage);
    }

    @Override
    public String title() {
        return "take " + count;
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    private static final class Taking<T> extends PassingCursor<T> {
        private final long count;
        private long taken;

        Taking(long taken, Cursor<T> input, long count) {
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
