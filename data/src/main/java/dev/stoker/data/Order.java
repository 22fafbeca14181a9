package dev.stoker.data;

import dev.stoker.core.Permutation;
import dev.stoker.core.Seed;

/** Which sample stands at a position of an epoch: arithmetic alone, so that any position can be resumed. */
public sealed interface Order {
    int at(int position);

    static Order sequential() {
        return new Sequential();
    }

    static Order shuffled(int size, Seed seed) {
        return new Shuffled(new Permutation(size, seed));
    }

    /** First to last. */
    record Sequential() implements Order {
        @Override
        public int at(int position) {
            return position;
        }
    }

    /** A keyed permutation. */
    record Shuffled(Permutation permutation) implements Order {
        @Override
        public int at(int position) {
            return (int) permutation.at(position);
        }
    }
}
