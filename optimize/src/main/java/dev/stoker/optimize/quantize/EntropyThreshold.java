package dev.stoker.optimize.quantize;

import java.util.Arrays;

/**
 * The magnitude at which values are clipped, so that their distribution in few levels is nearest to the one that they have
 * (Migacz, 2017): a lower threshold clips more values, a higher one leaves fewer levels for the others. Distributions are compared by
 * the Kullback-Leibler divergence.
 *
 * @param levels magnitudes that integers can tell apart
 */
record EntropyThreshold(int levels) {
    private static final int STRIDE = 8;
    /** What an empty level counts as, so that a value that no level stands for is dear and not infinitely so. */
    private static final double EMPTY = 1e-4;

    /** Infinite where there are too few values to choose. */
    double of(MagnitudeHistogram histogram) {
        long[] counts = histogram.counts();
        int best = counts.length;
        double least = Double.POSITIVE_INFINITY;
        for (int kept = levels; kept <= counts.length; kept += STRIDE) {
            double divergence = divergence(counts, kept);
            if (divergence < least) {
                least = divergence;
                best = kept;
            }
        }
        return Double.isFinite(least) ? best * histogram.width() : Double.POSITIVE_INFINITY;
    }

    /** Of what the first {@code kept} bins hold, with all other values in the last, from the same in levels. */
    private double divergence(long[] counts, int kept) {
        double[] clipped = new double[kept];
        double[] quantized = new double[kept];
        for (int i = 0; i < kept; i++) {
            clipped[i] = counts[i];
        }
        for (int i = kept; i < counts.length; i++) {
            clipped[kept - 1] += counts[i];
        }
        for (int level = 0; level < levels; level++) {
            int from = (int) ((long) level * kept / levels);
            int to = (int) ((long) (level + 1) * kept / levels);
            spread(counts, clipped, quantized, from, to);
        }
        return divergence(clipped, quantized);
    }

    /** The values of a level, evenly over its bins that have any. */
    private static void spread(long[] counts, double[] clipped, double[] quantized, int from, int to) {
        long sum = 0;
        int filled = 0;
        for (int i = from; i < to; i++) {
            sum += counts[i];
            filled += clipped[i] > 0 ? 1 : 0;
        }
        for (int i = from; i < to; i++) {
            quantized[i] = clipped[i] > 0 ? Math.max(EMPTY, (double) sum / filled) : 0;
        }
    }

    private static double divergence(double[] expected, double[] found) {
        double expectedSum = Arrays.stream(expected).sum();
        double foundSum = Arrays.stream(found).sum();
        double divergence = 0;
        for (int i = 0; i < expected.length; i++) {
            if (expected[i] > 0) {
                double share = expected[i] / expectedSum;
                divergence += share * Math.log(share / (found[i] / foundSum));
            }
        }
        return foundSum > 0 ? divergence : Double.POSITIVE_INFINITY;
    }
}
