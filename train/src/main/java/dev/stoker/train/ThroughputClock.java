package dev.stoker.train;

import java.util.function.Supplier;

/** The time of a run across interruptions, and the throughput since this part of it began. */
final class ThroughputClock {
    private final double secondsBefore;
    private final long start;
    private long lastRead;
    private long images;
    private double excluded;

    private ThroughputClock(double secondsBefore, long start) {
        this.secondsBefore = secondsBefore;
        this.start = start;
        lastRead = start;
        excluded = sinceStart();
    }

    /** Starts now, in a run that has taken so many seconds before. */
    ThroughputClock(double secondsBefore) {
        this(secondsBefore, System.nanoTime());
    }

    /** Continues from when the total was read last; what happened since does not count in the throughput. */
    ThroughputClock next() {
        return new ThroughputClock(secondsBefore + (lastRead - start) * 1e-9, lastRead);
    }

    void count(int more) {
        images += more;
    }

    double total() {
        lastRead = System.nanoTime();
        return secondsBefore + (lastRead - start) * 1e-9;
    }

    double perSecond() {
        return images / Math.max(1e-9, sinceStart() - excluded);
    }

    /** Work that is not training; it counts in the total and not in the throughput. */
    <T> T excluding(Supplier<T> work) {
        double before = sinceStart();
        try {
            return work.get();
        } finally {
            excluded += sinceStart() - before;
        }
    }

    double sinceStart() {
        return (System.nanoTime() - start) * 1e-9;
    }
}
