package dev.stoker.datasets.fetch;

import dev.stoker.core.Bytes;
import dev.stoker.core.ProgressReporter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Reports the progress of a download, and whether it was canceled. */
record FetchProgress(ProgressReporter reporter, BooleanSupplier stop) {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    void begin(String title, Optional<Bytes> total) {
        begin(title, total, 0);
    }

    /** A step of which {@code start} bytes were done in an earlier run; reporting them at once keeps them out of the rate. */
    void begin(String title, Optional<Bytes> total, long start) {
        reporter.begin(title, total);
        reached(new Bytes(start));
    }

    void reached(Bytes done) {
        throwIfCanceled();
        reporter.progress(done);
    }

    void throwIfCanceled() {
        if (stop.getAsBoolean()) {
            throw new FetchCanceledException();
        }
    }

    /** Waits; a cancellation ends it early. */
    void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            throwIfCanceled();
            try {
                Thread.sleep(POLL_INTERVAL);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new FetchCanceledException();
            }
        }
    }
}
