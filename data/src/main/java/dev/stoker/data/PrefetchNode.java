package dev.stoker.data;

import java.util.List;

/** {@code prefetch}: a thread of its own walks ahead of the consumer. */
record PrefetchNode<T>(Node<T> input, int ahead) implements Node<T> {
    PrefetchNode {
        Counts.atLeastOne("prefetch", ahead);
    }

    @Override
    public Stage<T> compile(Compilation compilation) {
        var below = input.compile(compilation);
        Streamed<T> stage = (run, epoch, state) -> new PrefetchCursor<>(
                below.open(run, epoch, state), ahead, run.resources().trace().borrow("prefetch"));
        return compilation.noted(this, "computed ahead by one thread", stage);
    }

    @Override
    public String title() {
        return "prefetch " + ahead;
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }
}
