package dev.stoker.data;

import java.util.List;

/** {@code concat}: one behind the other. */
record ConcatNode<T>(Node<? extends T> first, Node<? extends T> second) implements Node<T> {
    @Override
    public Stage<T> compile(Compilation compilation) {
        var one = ConcatNode.<T>widened(first).compile(compilation);
        var other = ConcatNode.<T>widened(second).compile(compilation);
        if (one instanceof Indexed<T> a && other instanceof Indexed<T> b && a.size() < Long.MAX_VALUE - b.size()) {
            return compilation.noted(this, "by index", new Joined<>(a, b));
        }
        Streamed<T> stage = (run, epoch, state) -> new Walking<>(one, other, run, epoch, state);
        return compilation.noted(this, "one walk behind the other", stage);
    }

    @SuppressWarnings("unchecked") // a node only gives elements, so one of a narrower type serves
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

    private record Joined<T>(Indexed<T> first, Indexed<T> second) implements Indexed<T> {
        @Override
        public long size() {
            return first.size() + second.size();
        }

        @Override
        public T at(long epoch, long index, Worker worker) {
            return index < first.size()
                    ? first.at(epoch, index, worker)
                    : second.at(epoch, index - first.size(), worker);
        }
    }

    private static final class Walking<T> extends SimpleCursor<T> {
        private final Stage<T> second;
        private final Run run;
        private final long epoch;
        private boolean inSecond;
        private Cursor<T> cursor;

        Walking(Stage<T> first, Stage<T> second, Run run, long epoch, StateReader state) {
            this.second = second;
            this.run = run;
            this.epoch = epoch;
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
            state.add(inSecond ? 1 : 0);
            cursor.save(state);
        }

        @Override
        public void close() {
            cursor.close();
        }
    }
}
