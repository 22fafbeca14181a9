package dev.stoker.data;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/** {@code interleave}: several data sets side by side, one element of each in turn. */
record InterleaveNode<T, R>(Node<T> input, int sideBySide, Function<? super T, Node<R>> function) implements Node<R> {
    InterleaveNode {
        Counts.atLeastOne("interleave", sideBySide);
    }

    @Override
    public Stage<R> compile(Compilation compilation) {
        var below = input.compile(compilation);
        var division = Division.of(input, "put interleave before shard and batch");
        Streamed<R> stage = (run, epoch, state) -> {
            division.check(state);
            long given = state.next();
            var walk = new Walking<>(this, compilation, below.open(run, epoch, StateReader.fresh()), run, epoch);
            return new Replayed<>(walk, given, division);
        };
        return compilation.noted(this, "%d at once, each with workers of its own".formatted(sideBySide), stage);
    }

    @Override
    public String title() {
        return "interleave " + sideBySide;
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    private static final class Walking<T, R> extends SimpleCursor<R> {
        private final InterleaveNode<T, R> node;
        private final Compilation compilation;
        private final Cursor<T> outer;
        private final Run run;
        private final long epoch;
        private final Deque<Cursor<R>> open = new ArrayDeque<>();

        Walking(InterleaveNode<T, R> node, Compilation compilation, Cursor<T> outer, Run run, long epoch) {
            this.node = node;
            this.compilation = compilation;
            this.outer = outer;
            this.run = run;
            this.epoch = epoch;
        }

        @Override
        public boolean advance() {
            while (true) {
                while (open.size() < node.sideBySide && outer.advance()) {
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
            throw new IllegalStateException("an interleaved walk is replayed, not saved");
        }

        @Override
        public void close() {
            open.forEach(Cursor::close);
            outer.close();
        }
    }
}
