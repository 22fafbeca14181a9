package dev.stoker.data.internal.node;

import dev.stoker.data.PipelineOptimization;
import dev.stoker.data.internal.pipeline.Counts;
import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.Streamed;
import java.util.List;

/** {@code skip}: all but the first elements. */
public record SkipNode<T>(Node<T> input, long count) implements Node<T> {
    public SkipNode {
        Counts.notNegative("skip", count);
    }

    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        var below = input.compile(compilation);
        if (below instanceof Indexed<T> indexed && compilation.allows(PipelineOptimization.ORDER_BY_INDEX)) {
            return compilation.annotated(this, "by index", new Indexed.Remaining<>(indexed, count));
        }
        Streamed<T> stage = (run, epoch, state) -> {
            boolean fresh = state.isFresh();
            var cursor = below.open(run, epoch, state);
            for (long i = 0; fresh && i < count && cursor.advance(); i++) {}
            return cursor;
        };
        return compilation.annotated(this, "read and discarded at the start", stage);
    }

    @Override
    public String title() {
        return "skip " + count;
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }
}
