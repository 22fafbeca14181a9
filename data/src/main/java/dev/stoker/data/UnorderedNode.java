package dev.stoker.data;

import java.util.List;

/** {@code unordered}: what is ready first comes out first. */
record UnorderedNode<T>(Node<T> input) implements Node<T> {
    @Override
    public Stage<T> compile(Compilation compilation) {
        var below = input.compile(compilation);
        Streamed<T> stage = (run, epoch, state) -> below.open(run.unordered(), epoch, state);
        return compilation.noted(this, "first ready, first out", stage);
    }

    @Override
    public String title() {
        return "unordered";
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }
}
