package dev.stoker.datasets.fetch;

import java.time.Duration;

/**
 * When a download is retried or given up.
 *
 * @param responseTimeout how long a server may take to respond
 * @param stallTimeout how long it may take between two chunks of a file
 * @param maxAttempts how often it may fail without any progress
 * @param backoff the pause after the first failure; it doubles with each further one
 */
record RetryPolicy(Duration responseTimeout, Duration stallTimeout, int maxAttempts, Duration backoff) {
    static final RetryPolicy DEFAULT =
            new RetryPolicy(Duration.ofSeconds(20), Duration.ofSeconds(30), 4, Duration.ofSeconds(1));

    RetryPolicy {
        if (maxAttempts < 1) {
            throw new IllegalArgumentException("maxAttempts must be at least 1, got " + maxAttempts);
        }
    }

    Duration backoffAfter(int failures) {
        return backoff.multipliedBy(1L << Math.min(failures - 1, 5));
    }
}
