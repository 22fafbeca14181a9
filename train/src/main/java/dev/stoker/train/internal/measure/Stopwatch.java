package dev.stoker.train.internal.measure;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/** Wall-clock and processor time since it was started, with a limit. */
final class Stopwatch {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final long limit;
    private long start;
    private long processorStart;
    private long wall;
    private long processor;

    Stopwatch(Duration limit) {
        this.limit = limit.toNanos();
        start();
    }

    /** Starts, or starts again. */
    void start() {
        processorStart = SYSTEM.getProcessCpuTime();
        start = System.nanoTime();
    }

    boolean isOver() {
        return System.nanoTime() - start >= limit;
    }

    /** Whether as much as a share of the limit is over. */
    boolean isOver(double share) {
        return System.nanoTime() - start >= share * limit;
    }

    void stop() {
        wall = System.nanoTime() - start;
        processor = SYSTEM.getProcessCpuTime() - processorStart;
    }

    /** At the end. */
    double seconds() {
        return Math.max(1, wall) * 1e-9;
    }

    /** At the end. */
    double processorSeconds() {
        return processor * 1e-9;
    }
}
