package dev.stoker.data.internal.remote;

/**
 * Which requests are asked once more because their answer is late: later than nearly all of their size, and never more than a
 * twentieth of all.
 */
final class Hedging {
    private static final int REQUESTS_PER_HEDGE = 20;

    /** What may be saved up: a storage that becomes slow as a whole is not loaded with many more requests. */
    private static final double MOST_SAVED = 16;

    private static final int LATE_PERCENT = 95;
    private static final int FEWEST_SAMPLES = 20;
    private static final long LEAST_MARGIN = 10_000_000;

    private static final int SIZE_CLASSES = 16;
    private static final int BITS_PER_CLASS = 2;

    private final Latencies[] bySize = new Latencies[SIZE_CLASSES];
    private double allowed;

    Hedging() {
        for (int i = 0; i < SIZE_CLASSES; i++) {
            bySize[i] = new Latencies();
        }
    }

    void requested() {
        allowed = Math.min(MOST_SAVED, allowed + 1.0 / REQUESTS_PER_HEDGE);
    }

    void answered(int bytes, long nanos) {
        ofSize(bytes).add(nanos);
    }

    /** Whether one more request is allowed at all. */
    boolean mayHedge() {
        return allowed >= 1;
    }

    void hedged() {
        allowed--;
    }

    /** Nanoseconds after which an answer of this size is late; there is a margin, since a healthy storage has late answers, too. */
    long lateAfter(int bytes) {
        var latencies = ofSize(bytes);
        if (latencies.count() < FEWEST_SAMPLES) {
            return Long.MAX_VALUE;
        }
        long late = latencies.percentile(LATE_PERCENT);
        long median = latencies.percentile(50);
        return late + Math.max(LEAST_MARGIN, Math.max(late - median, median / 2));
    }

    private Latencies ofSize(int bytes) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(bytes);
        return bySize[Math.min(SIZE_CLASSES - 1, bits / BITS_PER_CLASS)];
    }
}
