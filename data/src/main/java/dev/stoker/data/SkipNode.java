package dev.stoker.data;

import java.util.List;

/** {@code skip}: all but the first elements. */
record SkipNode<T>(Node<T> input, long count) implements Node<T> {
    SkipNode {
        Counts.notNegative("skip", count);
    }

    @Override
    public Stage<T> compile(Compilation compilation) {
        var below = input.compile(compilation);
        if (below instanceof Indexed<T> indexed && compilation.may(Optimisation.ORDER_BY_INDEX)) {
            return compilation.noted(this, "by index", new Indexed.Remaining<>(indexed, count));
        }
        Streamed<T> stage = (run, epoch, state) -> {
            boolean fresh = state.isFresh();
            var cursor = below.open(run, epoch, state);
            for (long i = 0; fresh && i < count && cursor.advance(); i++) {}
            return cursor;
        };
        return compilation.noted(this, "walked past at the start", stage);
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
