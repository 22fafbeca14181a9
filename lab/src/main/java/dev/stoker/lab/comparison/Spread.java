package dev.stoker.lab.comparison;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * Some measurements of one quantity.
 *
 * @param deviation the standard deviation of a measurement; absent for a single one
 */
public record Spread(int count, double mean, OptionalDouble deviation) {
    public static Spread of(double... values) {
        double mean = DoubleStream.of(values).average().orElse(Double.NaN);
        double squares = DoubleStream.of(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return new Spread(
                values.length,
                mean,
                values.length > 1
                        ? OptionalDouble.of(Math.sqrt(squares / (values.length - 1)))
                        : OptionalDouble.empty());
    }

    public static OptionalDouble median(double... values) {
        if (values.length == 0) {
            return OptionalDouble.empty();
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return OptionalDouble.of(sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2);
    }
}
