package dev.stoker.data;

import dev.stoker.core.Permutation;
import dev.stoker.core.Seed;

/** The permutations of the epochs at hand. */
final class EpochOrders {
    private final PerEpoch<Permutation> permutations;

    EpochOrders(long size, Seed seed) {
        permutations = new PerEpoch<>(epoch -> new Permutation(size, seed.forEpoch(epoch)));
    }

    Permutation of(long epoch) {
        return permutations.of(epoch);
    }
}
