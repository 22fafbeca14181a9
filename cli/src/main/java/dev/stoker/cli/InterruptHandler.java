package dev.stoker.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a signal end a run in good order. The JVM runs shutdown hooks on SIGINT and SIGTERM and exits with 130 or 143
 * when they return; the hook asks the run to stop and waits until its checkpoint is written.
 */
final class InterruptHandler {
    static final int EXIT_CODE = 130;

    private static final long PATIENCE_SECONDS = 60;

    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean requested;

    private InterruptHandler() {}

    static InterruptHandler watch() {
        var interruption = new InterruptHandler();
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(interruption::stopAndWait));
        return interruption;
    }

    boolean requested() {
        return requested;
    }

    /** The run is over, one way or the other; a hook that waits may return. */
    void finished() {
        finished.countDown();
    }

    private void stopAndWait() {
        requested = true;
        try {
            boolean inTime = finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (!inTime) {
                System.err.println("stoker: the run did not stop within a minute; its last checkpoint is intact");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
