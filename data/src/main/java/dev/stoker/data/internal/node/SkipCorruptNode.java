package dev.stoker.data.internal.node;

import dev.stoker.core.StokerException;
import dev.stoker.data.internal.pipeline.CorruptElements;
import dev.stoker.data.internal.pipeline.OneToMany;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.SkippingCorrupt;
import java.util.List;

/** {@code skipCorrupt}: corrupt elements are skipped and counted. */
public record SkipCorruptNode<T>(Node<T> input, long limit) implements Node<T> {
    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        var below = OneToMany.of(input.compile(compilation.requiringRandomAccess()))
                .orElseThrow(() -> new StokerException(
                        "skipCorrupt needs elements that can be read one by one; put it before what turns them"
                                + " into a stream"));
        var partitioning = NodePartitioning.of(input, "put skipCorrupt before shard and batch");
        return compilation.annotated(
                this,
                "in the task that reads the element",
                new SkippingCorrupt<>(below, new CorruptElements(limit), partitioning));
    }

    @Override
    public String title() {
        return "skipCorrupt " + limit;
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }
}
