package dev.stoker.data.internal.tuning;

/**
 * Processor time that workers may use, in seconds per second: a leaky bucket. What they use fills it, it leaks at that
 * rate, and while it holds more than a short burst they have to wait.
 */
public final class CpuBudget {
    private static final double BURST_NANOS = 20e6;

    private final double cores;
    private double level;
    private final TuningClock clock;
    private long last;

    public CpuBudget(double cores, TuningClock clock) {
        this.cores = cores;
        this.clock = clock;
        last = clock.nanos();
    }

    /** Whether this is less than the whole machine. */
    public boolean isLimited() {
        return cores < Runtime.getRuntime().availableProcessors();
    }

    /** Counts processor time; returns the nanoseconds to wait before more is used. */
    public synchronized long charge(long nanos) {
        long now = clock.nanos();
        level = Math.max(0, level - cores * (now - last)) + nanos;
        last = now;
        return (long) Math.max(0, (level - BURST_NANOS) / cores);
    }
}
