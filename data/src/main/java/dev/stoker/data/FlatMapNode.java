package dev.stoker.data;

import java.util.List;
import java.util.function.Function;

/** {@code flatMap}: one element becomes several, or none. */
record FlatMapNode<T, R>(Node<T> input, Function<? super T, List<R>> function) implements Node<R> {
    @Override
    public Stage<R> compile(Compilation compilation) {
        return Sieves.compile(
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
