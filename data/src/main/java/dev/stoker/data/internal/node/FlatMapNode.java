package dev.stoker.data.internal.node;

import dev.stoker.data.internal.pipeline.PipelineStage;
import java.util.List;
import java.util.function.Function;

/** {@code flatMap}: one element becomes several, or none. */
public record FlatMapNode<T, R>(Node<T> input, Function<? super T, List<R>> function) implements Node<R> {
    @Override
    public PipelineStage<R> compile(Compilation compilation) {
        return OneToManyCompiler.compile(
                this,
                input,
                compilation,
                (element, _, outputs) -> function.apply(element).forEach(outputs::add));
    }

    @Override
    public String title() {
        return "flatMap";
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }
}
