package dev.stoker.telemetry.run;

import java.util.Arrays;

/** Values of one metric over steps and time: columns of numbers, which grow as lines are read. */
public final class Series {
    private static final int FIRST_CAPACITY = 16;

    private double[] steps = new double[FIRST_CAPACITY];
    private double[] times = new double[FIRST_CAPACITY];
    private double[] values = new double[FIRST_CAPACITY];
    private int size;

    /**
     * Appends a point.
     *
     * @param time seconds since the run began, NaN where that is not known
     */
    public void add(double step, double time, double value) {
        if (size == steps.length) {
            int capacity = size + (size >> 1);
            steps = Arrays.copyOf(steps, capacity);
            times = Arrays.copyOf(times, capacity);
            values = Arrays.copyOf(values, capacity);
        }
        steps[size] = step;
        times[size] = time;
        values[size] = value;
        size++;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public double step(int i) {
        return steps[checked(i)];
    }

    public double time(int i) {
        return times[checked(i)];
    }

    public double value(int i) {
        return values[checked(i)];
    }

    private int checked(int i) {
        if (i < 0 || i >= size) {
            throw new IndexOutOfBoundsException("point %d of %d".formatted(i, size));
        }
        return i;
    }

    /** The points from an index on. */
    public Series from(int start) {
        if (start == 0) {
            return this;
        }
        var rest = new Series();
        for (int i = start; i < size; i++) {
            copyTo(rest, i);
        }
        return rest;
    }

    /**
     * At most so many points: the first and the last, and of each stretch between them the lowest and the highest, in their
     * order. So no peak is lost, however narrow, and none is invented.
     *
     * @param most at least 4
     */
    public Series downsampled(int most) {
        if (most < 4) {
            throw new IllegalArgumentException("at least 4 points are needed to keep extremes, got " + most);
        }
        if (size <= most) {
            return this;
        }
        var sparse = new Series();
        copyTo(sparse, 0);
        int buckets = (most - 2) / 2;
        for (int bucket = 0; bucket < buckets; bucket++) {
            addExtremes(sparse, boundary(bucket, buckets), boundary(bucket + 1, buckets));
        }
        copyTo(sparse, size - 1);
        return sparse;
    }

    private int boundary(int bucket, int buckets) {
        return 1 + (int) ((long) bucket * (size - 2) / buckets);
    }

    private void addExtremes(Series sparse, int start, int end) {
        int lowest = start;
        int highest = start;
        for (int i = start + 1; i < end; i++) {
            lowest = values[i] < values[lowest] ? i : lowest;
            highest = values[i] > values[highest] ? i : highest;
        }
        copyTo(sparse, Math.min(lowest, highest));
        if (lowest != highest) {
            copyTo(sparse, Math.max(lowest, highest));
        }
    }

    private void copyTo(Series other, int i) {
        other.add(steps[i], times[i], values[i]);
    }
}
