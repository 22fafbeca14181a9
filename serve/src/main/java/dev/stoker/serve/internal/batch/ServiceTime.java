package dev.stoker.serve.internal.batch;

/**
 * How long a row takes when there is work all the time, by a moving average: by it a request that would come too late is refused before
 * anything was done for it. Without that a server under overload computes answers that nobody waits for.
 */
final class ServiceTime {
    private static final double WEIGHT = 0.1;

    private long busySince;
    private double nanosPerRow;

    /** The first row arrives at an idle server. */
    synchronized void started(long now) {
        busySince = now;
    }

    /** So many rows were completed, and there was work since the last time. */
    synchronized void completed(int rows, long now) {
        double sample = (double) (now - busySince) / rows;
        nanosPerRow = nanosPerRow == 0 ? sample : nanosPerRow + WEIGHT * (sample - nanosPerRow);
        busySince = now;
    }

    synchronized double nanosFor(int rows) {
        return rows * nanosPerRow;
    }
}
