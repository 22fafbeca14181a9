package dev.stoker.data.internal.node;

import dev.stoker.data.internal.pipeline.Counts;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.PrefetchCursor;
import dev.stoker.data.internal.pipeline.Streamed;
import java.util.List;

/** {@code prefetch}: a thread of its own computes elements ahead of the consumer. */
public record PrefetchNode<T>(Node<T> input, int elements) implements Node<T> {
    public PrefetchNode {
        Counts.atLeastOne("prefetch", elements);
    }

    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        var below = input.compile(compilation);
        Streamed<T> stage = (run, epoch, state) -> new PrefetchCursor<>(
                below.open(run, epoch, state), elements, run.resources().trace().borrow("prefetch"));
        return compilation.annotated(this, "computed ahead by one thread", stage);
    }

    @Override
    public String title() {
        return "prefetch " + elements;
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }
}
