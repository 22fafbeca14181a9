package dev.stoker.data.internal.node;

import dev.stoker.data.internal.pipeline.PipelineStage;
import java.util.List;
import java.util.function.Function;

/** {@code mapBatch}: one call for a batch, whose elements are then passed on one by one. */
public record MapBatchNode<T, R>(BatchNode<T> input, Function<? super List<T>, List<R>> function) implements Node<R> {
    @Override
    public PipelineStage<R> compile(Compilation compilation) {
        return OneToManyCompiler.compile(this, input, compilation, (batch, _, outputs) -> {
            var mapped = function.apply(batch);
            if (mapped.size() != batch.size()) {
                throw new IllegalStateException("mapBatch must return an element for each: it got %d and returned %d"
                        .formatted(batch.size(), mapped.size()));
            }
            mapped.forEach(outputs::add);
        });
    }

    @Override
    public String title() {
        return "mapBatch";
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }
}
