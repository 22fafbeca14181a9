package dev.stoker.telemetry.log;

import java.util.Arrays;

/** How values are distributed: their numbers in buckets of equal width between the smallest and the largest. */
public final class Histogram {
    private static final int BUCKETS = 32;

    private final double minimum;
    private final double maximum;
    private final long count;
    private final double sum;
    private final double sumOfSquares;
    private final double[] counts;

    private Histogram(double minimum, double maximum, long count, double sum, double sumOfSquares, double[] counts) {
        this.minimum = minimum;
        this.maximum = maximum;
        this.count = count;
        this.sum = sum;
        this.sumOfSquares = sumOfSquares;
        this.counts = counts;
    }

    /** NaN and infinite values are left out. */
    public static Histogram of(float... values) {
        double minimum = Double.POSITIVE_INFINITY;
        double maximum = Double.NEGATIVE_INFINITY;
        double sum = 0;
        double squares = 0;
        long count = 0;
        for (float value : values) {
            if (Float.isFinite(value)) {
                minimum = Math.min(minimum, value);
                maximum = Math.max(maximum, value);
                sum += value;
                squares += (double) value * value;
                count++;
            }
        }
        return count == 0
                ? new Histogram(0, 0, 0, 0, 0, new double[] {0})
                : new Histogram(minimum, maximum, count, sum, squares, counts(values, minimum, maximum));
    }

    private static double[] counts(float[] values, double minimum, double maximum) {
        var counts = new double[maximum > minimum ? BUCKETS : 1];
        double scale = maximum > minimum ? counts.length / (maximum - minimum) : 0;
        for (float value : values) {
            if (Float.isFinite(value)) {
                counts[(int) Math.min(counts.length - 1, (value - minimum) * scale)]++;
            }
        }
        return counts;
    }

    public long count() {
        return count;
    }

    public double minimum() {
        return minimum;
    }

    public double maximum() {
        return maximum;
    }

    double sum() {
        return sum;
    }

    double sumOfSquares() {
        return sumOfSquares;
    }

    double[] counts() {
        return counts.clone();
    }

    /** The upper limit of each bucket. */
    double[] limits() {
        var limits = new double[counts.length];
        Arrays.setAll(limits, i -> minimum + (maximum - minimum) * (i + 1) / counts.length);
        limits[limits.length - 1] = maximum;
        return limits;
    }
}
