package dev.stoker.cli.internal.console;

import java.time.Duration;

/** Estimates the remaining time of a run from the steps since it started or was resumed. */
final class RemainingTime {
    private long firstStep;
    private long start;

    void start(long step) {
        firstStep = step;
        start = System.nanoTime();
    }

    String text(long done, long total) {
        return text(estimate(done, total));
    }

    Duration estimate(long done, long total) {
        long made = Math.max(1, done - firstStep);
        return Duration.ofNanos((long) ((System.nanoTime() - start) / (double) made * (total - done)));
    }

    static String text(Duration left) {
        return left.toHours() > 0
                ? "%d:%02d:%02d".formatted(left.toHours(), left.toMinutesPart(), left.toSecondsPart())
                : "%d:%02d".formatted(left.toMinutes(), left.toSecondsPart());
    }
}
