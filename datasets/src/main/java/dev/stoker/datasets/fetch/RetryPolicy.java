package dev.stoker.datasets.fetch;

import java.time.Duration;

/**
 * How long a server may take: to answer, between two pieces of a file, and how often it may fail without getting any
 * further before it is given up; {@code pause} doubles from one time to the next.
 */
record RetryPolicy(Duration answer, Duration stall, int attempts, Duration pause) {
    static final RetryPolicy USUAL =
            new RetryPolicy(Duration.ofSeconds(20), Duration.ofSeconds(30), 4, Duration.ofSeconds(1));

    RetryPolicy {
        if (attempts < 1) {
            throw new IllegalArgumentException("attempts must be at least 1, got " + attempts);
        }
    }

    Duration pauseAfter(int failures) {
        return pause.multipliedBy(1L << Math.min(failures - 1, 5));
    }
}
