package dev.stoker.data;

import dev.stoker.core.Permutation;
import dev.stoker.core.Seed;

/** The permutations of the epochs at hand: workers of two epochs may run side by side. */
final class EpochOrders {
    private record Epoch(long number, Permutation permutation) {}

    private final long size;
    private final Seed seed;
    private volatile Epoch last;
    private volatile Epoch secondLast;

    EpochOrders(long size, Seed seed) {
        this.size = size;
        this.seed = seed;
        last = secondLast = make(0);
    }

    Permutation of(long epoch) {
        var newest = last;
        if (newest.number == epoch) {
            return newest.permutation;
        }
        var older = secondLast;
        return older.number == epoch ? older.permutation : made(epoch);
    }

    private synchronized Permutation made(long epoch) {
        if (last.number != epoch) {
            secondLast = last;
            last = make(epoch);
        }
        return last.permutation;
    }

    private Epoch make(long number) {
        return new Epoch(number, new Permutation(size, seed.forEpoch(number)));
    }
}
