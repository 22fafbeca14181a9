package dev.stoker.cli.internal.process;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for Ctrl-C, which is how a command that runs without end is ended. */
public final class StopSignal {
    private static final int INTERRUPT = 2;
    private static final int SIGNAL_OFFSET = 128;

    private final CountDownLatch received = new CountDownLatch(1);
    private volatile int number;

    private StopSignal() {}

    public static StopSignal watch() {
        var signal = new StopSignal();
        for (String name : new String[] {"INT", "TERM", "HUP"}) {
            Signals.handle(name, number -> {
                signal.number = number;
                signal.received.countDown();
            });
        }
        return signal;
    }

    /** Returns when a signal comes, or after so much time. */
    public void await(Duration longest) {
        try {
            boolean _ = received.await(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** 0 after Ctrl-C, since that is the way to end it. */
    public int exitCode() {
        return number == 0 || number == INTERRUPT ? 0 : SIGNAL_OFFSET + number;
    }
}
