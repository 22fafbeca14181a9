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
            return compilation.noted(this, "by index", new Taken<>(indexed, count, 0));
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

    /** The first of what is left, of which some have been taken before. */
    private record Taken<T>(Indexed<T> below, long count, long before) implements Indexed<T> {
        @Override
        public long size() {
            return Math.min(Math.max(0, count - before), below.size());
        }

        @Override
        public int perTask() {
            return below.perTask();
        }

        @Override
        public T at(long epoch, long index, Worker worker) {
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
            return new Taken<>(below.resume(state), count, taken);
        }
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
