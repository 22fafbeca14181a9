package dev.stoker.data.internal.node;

import dev.stoker.data.internal.pipeline.Cursor;
import dev.stoker.data.internal.pipeline.ForwardingCursor;
import dev.stoker.data.internal.pipeline.Partitioning;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.Streamed;
import java.util.List;

/** {@code ordered}: whether elements wait for those before them, or come out as they are ready. */
public record OrderedNode<T>(Node<T> input, boolean ordered) implements Node<T> {
    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        var below = input.compile(compilation);
        if (ordered) {
            return compilation.annotated(this, "the default", below);
        }
        var partitioning =
                NodePartitioning.of(input, "change the number of ranks or the batch size at the end of an epoch");
        Streamed<T> stage = (run, epoch, state) -> {
            partitioning.check(state);
            return new UnorderedCursor<>(below.open(run.unordered(), epoch, state), partitioning);
        };
        return compilation.annotated(this, "elements come out as they are ready", stage);
    }

    @Override
    public String title() {
        return ordered ? "ordered" : "unordered";
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    /** Every rank has its own order, so a state belongs to one division. */
    private static final class UnorderedCursor<T> extends ForwardingCursor<T> {
        private final Partitioning partitioning;

        UnorderedCursor(Cursor<T> input, Partitioning partitioning) {
            super(input);
            this.partitioning = partitioning;
        }

        @Override
        public boolean advance() {
            return input().advance();
        }

        @Override
        public void save(StateWriter state) {
            partitioning.save(state);
            super.save(state);
        }
    }
}
