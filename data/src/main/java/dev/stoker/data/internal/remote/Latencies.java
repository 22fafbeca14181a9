package dev.stoker.data.internal.remote;

import java.util.Arrays;

/** The latest times from asking to the last byte, and their percentiles. */
final class Latencies {
    static final int KEPT = 512;

    /** Sorting for each new time would cost more than it tells. */
    private static final int SORTED_EVERY = 16;

    private final long[] ring = new long[KEPT];
    private long[] sorted = new long[0];
    private long count;
    private long countWhenSorted;

    void add(long nanos) {
        ring[(int) (count++ % KEPT)] = nanos;
    }

    long count() {
        return count;
    }

    /** In nanoseconds; 0 where there is none yet. */
    long percentile(int percent) {
        if (sorted.length == 0 || count - countWhenSorted >= SORTED_EVERY) {
            sorted = Arrays.copyOf(ring, (int) Math.min(count, KEPT));
            Arrays.sort(sorted);
            countWhenSorted = count;
        }
        return sorted.length == 0 ? 0 : sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
    }
}
