package dev.stoker.data.internal.tuning;

/** Clocks that advance only when a test says so. */
public final class LogicalClock implements TuningClock {
    private long nanos = 1;
    private long processCpuNanos;

    @Override
    public synchronized long nanos() {
        return nanos;
    }

    @Override
    public synchronized long processCpuNanos() {
        return processCpuNanos;
    }

    public synchronized void advance(double seconds) {
        nanos += Math.round(seconds * 1e9);
    }

    synchronized void useProcessor(double seconds) {
        processCpuNanos += Math.round(seconds * 1e9);
    }
}
