package dev.stoker.telemetry.monitor;

import java.util.Arrays;

/** The values of one quantity in bounded memory: when it is full, every second value is dropped, and from then on half as many kept. */
final class Series {
    private static final int CAPACITY = 1 << 16;
    private static final int FIRST_CAPACITY = 64;

    private double[] values = new double[FIRST_CAPACITY];
    private int size;
    private long seen;
    private long stride = 1;
    private double peak = Double.NEGATIVE_INFINITY;
    private double last;

    void add(double value) {
        peak = Math.max(peak, value);
        last = value;
        if (seen++ % stride != 0) {
            return;
        }
        if (size == CAPACITY) {
            halve();
            if ((seen - 1) % stride != 0) {
                return;
            }
        }
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
    }

    private void halve() {
        for (int i = 0; i < size / 2; i++) {
            values[i] = values[2 * i];
        }
        size /= 2;
        stride *= 2;
    }

    long count() {
        return seen;
    }

    double peak() {
        return peak;
    }

    double last() {
        return last;
    }

    /** Between two values it is interpolated, as by default in NumPy. */
    double[] quantiles(double... shares) {
        double[] sorted = Arrays.copyOf(values, size);
        Arrays.sort(sorted);
        return Arrays.stream(shares).map(share -> quantile(sorted, share)).toArray();
    }

    private static double quantile(double[] sorted, double share) {
        double at = share * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }
}
