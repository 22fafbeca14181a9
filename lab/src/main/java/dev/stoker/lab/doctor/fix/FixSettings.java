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
    public FixSettings {
        if (!time.isPositive()) {
            throw new IllegalArgumentException("time must be above 0, got " + time);
        }
    }
}
