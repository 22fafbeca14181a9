package dev.stoker.data.internal.node;

import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.internal.pipeline.Counts;
import dev.stoker.data.internal.pipeline.Cursor;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.ReplayCursor;
import dev.stoker.data.internal.pipeline.SimpleCursor;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.Streamed;
import java.util.ArrayList;
import java.util.List;

/** {@code shuffle(window, seed)}: returns a random one of the next {@code window} elements. */
public record WindowShuffleNode<T>(Node<T> input, int window, Seed seed) implements Node<T> {
    public WindowShuffleNode {
        Counts.atLeastOne("window", window);
    }

    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        var below = input.compile(compilation);
        var partitioning = NodePartitioning.of(input, "put shuffle before shard and batch");
        Streamed<T> stage = (run, epoch, state) -> {
            partitioning.check(state);
            long given = state.next();
            return new ReplayCursor<>(
                    new WindowShuffleCursor<>(below.open(run, epoch, StateReader.fresh()), this, epoch),
                    given,
                    partitioning);
        };
        return compilation.annotated(
                this, "a buffer of %d elements; resuming replays the epoch".formatted(window), stage);
    }

    @Override
    public String title() {
        return "shuffle window " + window;
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    private static final class WindowShuffleCursor<T> extends SimpleCursor<T> {
        private final Cursor<T> input;
        private final WindowShuffleNode<T> node;
        private final SeededRandom random;
        private final List<T> held = new ArrayList<>();

        WindowShuffleCursor(Cursor<T> input, WindowShuffleNode<T> node, long epoch) {
            this.input = input;
            this.node = node;
            random = new SeededRandom(node.seed.forEpoch(epoch));
        }

        @Override
        public boolean advance() {
            while (held.size() < node.window && input.advance()) {
                held.add(input.value());
            }
            if (held.isEmpty()) {
                return false;
            }
            int chosen = random.nextInt(held.size());
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
