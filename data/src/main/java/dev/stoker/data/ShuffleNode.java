package dev.stoker.data;

import dev.stoker.core.Permutation;
import dev.stoker.core.Seed;
import dev.stoker.core.StokerException;
import java.util.List;

/** {@code shuffle(seed)}: a keyed permutation, another one each epoch. */
record ShuffleNode<T>(Node<T> input, Seed seed) implements Node<T> {
    @Override
    public Stage<T> compile(Compilation compilation) {
        if (input.compile(compilation.keepingTheIndex()) instanceof Indexed<T> indexed && indexed.size() < Long.MAX_VALUE) {
            return compilation.noted(this, "a permutation of the index, no memory", permuted(indexed));
        }
        throw new StokerException(
                "shuffle(seed) needs random access and an end; shuffle before filter, flatMap and repeat, or use shuffle(window, seed)");
    }

    private Indexed<T> permuted(Indexed<T> below) {
        if (below.size() == 0) {
            return below;
        }
        var orders = new EpochOrders(below.size(), seed);
        return Indexed.reordered(below, below.size(), (epoch, index) -> orders.of(epoch).at(index));
    }

    @Override
    public String title() {
        return "shuffle";
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    /** The permutations of the epochs at hand: workers of two epochs may run side by side. */
    private static final class EpochOrders {
        private record Order(long epoch, Permutation permutation) {}

        private final long size;
        private final Seed seed;
        private volatile Order last;
        private volatile Order secondLast;

        EpochOrders(long size, Seed seed) {
            this.size = size;
            this.seed = seed;
            last = secondLast = new Order(0, new Permutation(size, seed.forEpoch(0)));
        }

        Permutation of(long epoch) {
            var newest = last;
            if (newest.epoch == epoch) {
                return newest.permutation;
            }
            var older = secondLast;
            return older.epoch == epoch ? older.permutation : made(epoch);
        }

        private synchronized Permutation made(long epoch) {
            if (last.epoch != epoch) {
                secondLast = last;
                last = new Order(epoch, new Permutation(size, seed.forEpoch(epoch)));
            }
            return last.permutation;
        }
    }
}
