package dev.stoker.train;

/** Time of a run across interruptions, and the rate since this part of it began. */
final class Clock {
    private final double secondsBefore;
    private final long start = System.nanoTime();
    private long images;

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
        return images / Math.max(1e-9, sinceStart());
    }

    private double sinceStart() {
        return (System.nanoTime() - start) * 1e-9;
    }
}
