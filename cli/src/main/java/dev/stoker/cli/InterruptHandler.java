package dev.stoker.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a signal stop a run gracefully. The JVM runs shutdown hooks on SIGINT, SIGTERM and SIGHUP and exits with 130, 143
 * or 129 when they return; the hook asks the run to stop and waits until its checkpoint is written. A process that a shell
 * starts in the background inherits an ignored SIGINT, and the JVM keeps it ignored, as is the custom.
 */
final class InterruptHandler {
    static final int EXIT_CODE = 130;

    private static final long TIMEOUT_SECONDS = 60;

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

    /** The run has ended, successfully or not; a waiting hook may return. */
    void finished() {
        finished.countDown();
    }

    private void stopAndWait() {
        requested = true;
        try {
            boolean inTime = finished.await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            if (!inTime) {
                System.err.println("stoker: the run did not stop within a minute; its last checkpoint is intact");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
