package dev.stoker.datasets.fetch;

import dev.stoker.core.Bytes;
import dev.stoker.core.ProgressReporter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Who hears of the work, and whether it shall go on. */
record FetchProgress(ProgressReporter reporter, BooleanSupplier stop) {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    void step(String title, Optional<Bytes> total) {
        step(title, total, 0);
    }

    /** A step of which some was done in an earlier run; saying so at once keeps it out of the rate. */
    void step(String title, Optional<Bytes> total, long start) {
        reporter.step(title, total);
        reached(new Bytes(start));
    }

    void reached(Bytes done) {
        throwIfStopped();
        reporter.reached(done);
    }

    void throwIfStopped() {
        if (stop.getAsBoolean()) {
            throw new FetchCanceledException();
        }
    }

    /** Waits, and still hears a request to stop. */
    void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            throwIfStopped();
            try {
                Thread.sleep(POLL_INTERVAL);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new FetchCanceledException();
            }
        }
    }
}
