package dev.stoker.data.internal.pipeline;

/** Checks of counts that users pass, and arithmetic in which {@code Long.MAX_VALUE} means infinite. */
public final class Counts {
    private Counts() {}

    public static void notNegative(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " cannot be negative, got " + value);
        }
    }

    public static void atLeastOne(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, got " + value);
        }
    }

    public static long plus(long one, long other) {
        return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
    }

    public static long times(long one, long other) {
        return Math.multiplyHigh(one, other) != 0 || one * other < 0 ? Long.MAX_VALUE : one * other;
    }

    /** What remains of {@code size}: at least 0, and infinite if {@code size} is. */
    static long minus(long size, long taken) {
        return size == Long.MAX_VALUE ? size : Math.max(0, size - taken);
    }
}
