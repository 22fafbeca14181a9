package dev.stoker.data;

import dev.stoker.core.Seed;
import dev.stoker.core.StokerException;
import java.util.List;

/** {@code shuffle(seed)}: a keyed permutation, another one each epoch. */
record ShuffleNode<T>(Node<T> input, Seed seed) implements Node<T> {
    @Override
    public Stage<T> compile(Compilation compilation) {
        if (input.compile(compilation.keepingTheIndex()) instanceof Indexed<T> indexed
                && indexed.size() < Long.MAX_VALUE) {
            return compilation.noted(this, "a permutation of the index, no memory", permuted(indexed));
        }
        throw new StokerException(
                "shuffle(seed) needs random access and an end; shuffle before filter, flatMap and repeat, or use"
                        + " shuffle(window, seed)");
    }

    private Indexed<T> permuted(Indexed<T> below) {
        if (below.size() == 0) {
            return below;
        }
        var orders = new EpochOrders(below.size(), seed);
        return Indexed.reordered(
                below, below.size(), (epoch, index) -> orders.of(epoch).at(index));
    }

    @Override
    public String title() {
        return "shuffle";
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }
}
