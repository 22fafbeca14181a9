package dev.stoker.optimize.quantize;

import java.util.Arrays;

/**
 * How often values of each magnitude were seen. Bins become twice as wide when a larger value comes, so that nothing must be known before
 * and nothing is counted twice. Zeros are left out: they are exact in any range, and half of what leaves a ReLU.
 */
final class MagnitudeHistogram {
    /** At the end at least half of them, 2048, reach to the largest value. */
    private static final int BINS = 4096;

    private static final double FIRST_WIDTH = Math.scalb(1.0, -40);

    private final long[] counts = new long[BINS];
    private double width = FIRST_WIDTH;
    private int used;

    void add(float value) {
        double magnitude = Math.abs(value);
        if (magnitude == 0 || !Double.isFinite(magnitude)) {
            return;
        }
        while (magnitude >= width * BINS) {
            widen();
        }
        int bin = (int) (magnitude / width);
        counts[bin]++;
        used = Math.max(used, bin + 1);
    }

    private void widen() {
        for (int i = 0; i < BINS / 2; i++) {
            counts[i] = counts[2 * i] + counts[2 * i + 1];
        }
        Arrays.fill(counts, BINS / 2, BINS, 0);
        width *= 2;
        used = Math.ceilDiv(used, 2);
    }

    /** Counts up to the largest value. */
    long[] counts() {
        return Arrays.copyOf(counts, used);
    }

    double width() {
        return width;
    }
}
