package dev.stoker.data;

import dev.stoker.core.Draws;
import dev.stoker.core.Seed;
import java.util.ArrayList;
import java.util.List;

/** {@code shuffle(window, seed)}: each time a random one of the next elements. */
record WindowNode<T>(Node<T> input, int window, Seed seed) implements Node<T> {
    WindowNode {
        Counts.atLeastOne("window", window);
    }

    @Override
    public Stage<T> compile(Compilation compilation) {
        var below = input.compile(compilation);
        var division = Division.of(input, "put shuffle before shard and batch");
        Streamed<T> stage = (run, epoch, state) -> {
            division.check(state);
            long given = state.next();
            return new Replayed<>(
                    new Shuffling<>(below.open(run, epoch, StateReader.fresh()), this, epoch), given, division);
        };
        return compilation.noted(this, "holds %d elements; continues by replaying the epoch".formatted(window), stage);
    }

    @Override
    public String title() {
        return "shuffle window " + window;
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    private static final class Shuffling<T> extends SimpleCursor<T> {
        private final Cursor<T> input;
        private final WindowNode<T> node;
        private final Draws draws;
        private final List<T> held = new ArrayList<>();

        Shuffling(Cursor<T> input, WindowNode<T> node, long epoch) {
            this.input = input;
            this.node = node;
            draws = new Draws(node.seed.forEpoch(epoch));
        }

        @Override
        public boolean advance() {
            while (held.size() < node.window && input.advance()) {
                held.add(input.value());
            }
            if (held.isEmpty()) {
                return false;
            }
            int chosen = draws.nextInt(held.size());
            give(held.get(chosen));
            T last = held.removeLast();
            if (chosen < held.size()) {
                held.set(chosen, last);
            }
            return true;
        }

        @Override
        public void save(StateWriter state) {
            throw new IllegalStateException("a window is replayed, not saved");
        }

        @Override
        public void close() {
            input.close();
        }
    }
}
