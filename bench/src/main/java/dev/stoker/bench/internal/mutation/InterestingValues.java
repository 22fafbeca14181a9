package dev.stoker.bench.internal.mutation;

import dev.stoker.core.random.SeededRandom;

/** Integers at which code tends to fail: limits of types, their neighbors, and small numbers. */
final class InterestingValues {
    private static final long[] INTEGERS = {
        0,
        1,
        2,
        3,
        4,
        7,
        8,
        16,
        32,
        64,
        100,
        127,
        128,
        255,
        256,
        1000,
        4095,
        4096,
        0x7fff,
        0x8000,
        0xffff,
        0x10000,
        0xffffff,
        0x7fffffffL,
        0x80000000L,
        0xffffffffL,
        0x100000000L,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        -1,
        -2,
        -128,
        -0x8000,
        Integer.MIN_VALUE,
        Integer.MIN_VALUE + 1L
    };

    private InterestingValues() {}

    static long integer(SeededRandom random) {
        long value = INTEGERS[random.nextInt(INTEGERS.length)];
        return random.nextInt(4) == 0 ? value + random.nextInt(5) - 2 : value;
    }
}
