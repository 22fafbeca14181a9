package dev.stoker.lab.doctor;

import java.util.List;

/**
 * A mean and its 95 % confidence interval, by Student's t distribution.
 *
 * @param halfWidth of the interval; infinite for a single value
 * @param values how many there were
 */
public record ConfidenceInterval(double mean, double halfWidth, int values) {
    /** Quantiles of 97.5 % for 1 to 30 degrees of freedom. */
    private static final double[] QUANTILES = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
        2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
    };

    private static final double NORMAL_QUANTILE = 1.96;

    public ConfidenceInterval {
        if (values < 1 || !(halfWidth >= 0)) {
            throw new IllegalArgumentException(
                    "an interval needs a value and a width of at least 0, got %d and %s".formatted(values, halfWidth));
        }
    }

    public static ConfidenceInterval of(List<Double> values) {
        int count = values.size();
        if (count == 0) {
            throw new IllegalArgumentException("an interval needs at least one value");
        }
        double mean = values.stream().mapToDouble(Double::doubleValue).sum() / count;
        if (count == 1) {
            return new ConfidenceInterval(mean, Double.POSITIVE_INFINITY, 1);
        }
        double squares = values.stream()
                .mapToDouble(value -> (value - mean) * (value - mean))
                .sum();
        double deviation = Math.sqrt(squares / (count - 1));
        return new ConfidenceInterval(mean, quantile(count - 1) * deviation / Math.sqrt(count), count);
    }

    /** By Fisher's expansion above 30 degrees of freedom. */
    static double quantile(int degrees) {
        if (degrees <= QUANTILES.length) {
            return QUANTILES[degrees - 1];
        }
        double z = NORMAL_QUANTILE;
        return z + (z * z * z + z) / (4.0 * degrees);
    }

    /** Half of the width as a share of the mean. */
    public double relativeHalfWidth() {
        return mean == 0 ? Double.POSITIVE_INFINITY : halfWidth / Math.abs(mean);
    }

    public boolean isWithin(double share) {
        return relativeHalfWidth() <= share;
    }
}
