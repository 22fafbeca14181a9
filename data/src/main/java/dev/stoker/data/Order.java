package dev.stoker.data;

import dev.stoker.core.Permutation;
import dev.stoker.core.Seed;

/** Which sample of which epoch stands at a position: arithmetic alone, so that any position can be resumed. */
public sealed interface Order {
    long epoch(long position);

    int sample(long position);

    /** First to last, once. */
    static Order sequential() {
        return new Sequential();
    }

    /** One epoch, shuffled. */
    static Order shuffled(int size, Seed seed, long epoch) {
        return new Shuffled(epoch, new Permutation(size, seed.forEpoch(epoch)));
    }

    /** Epoch after epoch, each shuffled anew. */
    static Order endless(int size, Seed seed) {
        return new Endless(size, new EpochOrders(size, seed));
    }

    record Sequential() implements Order {
        @Override
        public long epoch(long position) {
            return 0;
        }

        @Override
        public int sample(long position) {
            return (int) position;
        }
    }

    record Shuffled(long epoch, Permutation permutation) implements Order {
        @Override
        public long epoch(long position) {
            return epoch;
        }

        @Override
        public int sample(long position) {
            return (int) permutation.at(position);
        }
    }

    record Endless(int size, EpochOrders orders) implements Order {
        @Override
        public long epoch(long position) {
            return position / size;
        }

        @Override
        public int sample(long position) {
            return (int) orders.of(position / size).at(position % size);
        }
    }
}
