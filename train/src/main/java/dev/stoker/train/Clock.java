package dev.stoker.train;

import java.util.function.Supplier;

/** Time of a run across interruptions, and the rate since this part of it began. */
final class Clock {
    private final double secondsBefore;
    private final long start = System.nanoTime();
    private long images;
    private double besides;

    Clock(double secondsBefore) {
        this.secondsBefore = secondsBefore;
    }

    void count(int more) {
        images += more;
    }

    double total() {
        return secondsBefore + sinceStart();
    }

    double perSecond() {
        return images / Math.max(1e-9, sinceStart() - besides);
    }

    /** Something besides training; it counts in the total and not in the rate. */
    <T> T besides(Supplier<T> work) {
        double before = sinceStart();
        try {
            return work.get();
        } finally {
            besides += sinceStart() - before;
        }
    }

    private double sinceStart() {
        return (System.nanoTime() - start) * 1e-9;
    }
}
