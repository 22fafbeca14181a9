package dev.stoker.bench.storage;

import java.util.concurrent.locks.LockSupport;

/** A token bucket: says when bytes have crossed the link, so that all connections together have its bandwidth. */
final class LinkPacer {
    /** Timers wake up late by about a tenth of this; a link that was idle for less than this loses nothing. */
    private static final long BURST_NANOS = 2_000_000;

    private final double bytesPerSecond;
    private long free = System.nanoTime();

    LinkPacer(double bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
    }

    /** Waits until the link has taken so many bytes. */
    void pass(int bytes) {
        if (bytesPerSecond > 0) {
            waitUntil(reserve(bytes));
        }
    }

    private synchronized long reserve(int bytes) {
        long earliest = System.nanoTime() - BURST_NANOS;
        free = (earliest - free > 0 ? earliest : free) + (long) (bytes * 1e9 / bytesPerSecond);
        return free;
    }

    /** By the clock of {@link System#nanoTime}. */
    static void waitUntil(long time) {
        for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
        }
    }
}
