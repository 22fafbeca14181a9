package dev.stoker.data.internal.node;

import dev.stoker.data.internal.pipeline.PipelineStage;
import java.util.List;
import java.util.function.Predicate;

/** {@code filter}: an element is kept or dropped. */
public record FilterNode<T>(Node<T> input, Predicate<? super T> predicate) implements Node<T> {
    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        return OneToManyCompiler.compile(this, input, compilation, (element, _, outputs) -> {
            if (predicate.test(element)) {
                outputs.add(element);
            }
        });
    }

    @Override
    public String title() {
        return "filter";
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }
}
