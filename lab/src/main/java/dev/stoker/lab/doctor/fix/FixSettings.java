package dev.stoker.lab.doctor.fix;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What may be tried.
 *
 * @param time for all trials together
 * @param allowSemantics whether a change may alter what the model learns from, such as batch, precision and augmentation
 * @param prepare the folder that shards may be written into; empty where none may
 */
public record FixSettings(Duration time, boolean allowSemantics, Optional<Path> prepare) {
    /** With this much time, nothing is hurried. */
    private static final Duration PATIENT = Duration.ofSeconds(60);

    public FixSettings {
        if (!time.isPositive()) {
            throw new IllegalArgumentException("time must be above 0, got " + time);
        }
    }

    /** A duration that is shortened where there is little time for all trials. */
    Duration paced(Duration duration) {
        double share = Math.min(1, time.toNanos() / (double) PATIENT.toNanos());
        return Duration.ofNanos((long) Math.max(1, share * duration.toNanos()));
    }
}
