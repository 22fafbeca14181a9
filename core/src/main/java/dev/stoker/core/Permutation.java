package dev.stoker.core;

/**
 * A keyed permutation of {@code 0..size-1} in constant memory: any position can be computed on its own, so order is
 * arithmetic. A balanced Feistel network permutes the next power of four; positions that fall outside walk the cycle
 * until they come back in, fewer than four rounds on average.
 */
public final class Permutation {
    private static final int ROUNDS = 6;

    private final long size;
    private final int halfBits;
    private final long halfMask;
    private final long[] keys = new long[ROUNDS];

    public Permutation(long size, Seed seed) {
        if (size < 1) {
            throw new IllegalArgumentException("size must be at least 1, got " + size);
        }
        this.size = size;
        int bits = Long.SIZE - Long.numberOfLeadingZeros(size - 1);
        halfBits = Math.max(1, (bits + 1) / 2);
        halfMask = (1L << halfBits) - 1;
        var draws = new Draws(seed);
        for (int round = 0; round < ROUNDS; round++) {
            keys[round] = draws.nextLong();
        }
    }

    public long size() {
        return size;
    }

    /** The element at {@code position}. */
    public long at(long position) {
        if (position < 0 || position >= size) {
            throw new IndexOutOfBoundsException("position " + position + " is outside 0.." + (size - 1));
        }
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
