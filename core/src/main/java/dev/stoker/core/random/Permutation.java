package dev.stoker.core.random;

/**
 * A keyed permutation of {@code 0..size-1} in bounded memory: any position can be computed on its own, so order is
 * arithmetic.
 */
public final class Permutation {
    /** Below this a table is small and, unlike a cipher of so few bits, uniform over all orders. */
    private static final int LARGEST_TABLE = 4096;

    /** Computes the element at a valid position. */
    private sealed interface Mapping {
        long at(long position);
    }

    private final long size;
    private final Mapping mapping;

    public Permutation(long size, Seed seed) {
        if (size < 1) {
            throw new IllegalArgumentException("size must be at least 1, got " + size);
        }
        this.size = size;
        mapping = size <= LARGEST_TABLE ? Table.shuffled((int) size, seed) : new Feistel(size, seed);
    }

    public long size() {
        return size;
    }

    /** The element at {@code position}. */
    public long at(long position) {
        if (position < 0 || position >= size) {
            throw new IndexOutOfBoundsException("position " + position + " is outside 0.." + (size - 1));
        }
        return mapping.at(position);
    }

    /** A table of all elements, with a Fisher-Yates shuffle. */
    private record Table(short[] elements) implements Mapping {
        static Table shuffled(int size, Seed seed) {
            var elements = new short[size];
            var random = new SeededRandom(seed);
            for (int i = 0; i < size; i++) {
                int other = random.nextInt(i + 1);
                elements[i] = elements[other];
                elements[other] = (short) i;
            }
            return new Table(elements);
        }

        @Override
        public long at(long position) {
            return elements[(int) position];
        }
    }

    /**
     * A balanced Feistel network permutes the next power of four; results outside the range are permuted
     * again until they are inside (cycle walking), fewer than four times on average.
     */
    private static final class Feistel implements Mapping {
        private static final int ROUNDS = 6;

        private final long size;
        private final int halfBits;
        private final long halfMask;
        private final long[] keys = new long[ROUNDS];

        Feistel(long size, Seed seed) {
            this.size = size;
            halfBits = (Long.SIZE - Long.numberOfLeadingZeros(size - 1) + 1) / 2;
            halfMask = (1L << halfBits) - 1;
            var random = new SeededRandom(seed);
            for (int round = 0; round < ROUNDS; round++) {
                keys[round] = random.nextLong();
            }
        }

        @Override
        public long at(long position) {
            long value = position;
            do {
                value = encrypt(value);
            } while (value >= size);
            return value;
        }

        private long encrypt(long value) {
            long left = value >>> halfBits;
            long right = value & halfMask;
            for (long key : keys) {
                long next = left ^ (Seed.mix(right ^ key) & halfMask);
                left = right;
                right = next;
            }
            return left << halfBits | right;
        }
    }
}
