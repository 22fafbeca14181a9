package dev.stoker.datasets.fetch;

import dev.stoker.core.Bytes;
import dev.stoker.core.Reporter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Who hears of the work, and whether it shall go on. */
record Work(Reporter reporter, BooleanSupplier stop) {
    private static final Duration NAP = Duration.ofMillis(50);

    void step(String title, Optional<Bytes> total) {
        step(title, total, 0);
    }

    /** A step of which some was done in an earlier run; saying so at once keeps it out of the rate. */
    void step(String title, Optional<Bytes> total, long start) {
        reporter.step(title, total);
        reached(new Bytes(start));
    }

    void reached(Bytes done) {
        goOn();
        reporter.reached(done);
    }

    void goOn() {
        if (stop.getAsBoolean()) {
            throw new Stopped();
        }
    }

    /** Waits, and still hears a request to stop. */
    void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            goOn();
            try {
                Thread.sleep(NAP);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new Stopped();
            }
        }
    }
}
