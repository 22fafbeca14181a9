package dev.stoker.lab.doctor;

import java.time.Duration;

/**
 * How long to measure.
 *
 * @param time at most, for all parts together
 * @param precision half of the 95 % interval as a share of the mean that is precise enough
 * @param rounds at least
 */
public record MeasurementSettings(Duration time, double precision, int rounds) {
    public static final MeasurementSettings DEFAULTS = new MeasurementSettings(Duration.ofMinutes(2), 0.03, 4);

    public MeasurementSettings {
        if (!time.isPositive()) {
            throw new IllegalArgumentException("time must be above 0, got " + time);
        }
        if (!(precision > 0) || rounds < 2) {
            throw new IllegalArgumentException(
                    "precision must be above 0 and rounds at least 2, got %s and %d".formatted(precision, rounds));
        }
    }

    public MeasurementSettings withTime(Duration other) {
        return new MeasurementSettings(other, precision, rounds);
    }
}
