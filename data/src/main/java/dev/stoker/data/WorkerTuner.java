package dev.stoker.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Finds the number of workers while a feed runs: as long as the consumer waits, it tries more, keeps what made batches
 * come faster and takes back what did not. Threads may outnumber cores, since some of them wait for disks.
 */
final class WorkerTuner {
    private static final double WINDOW_SECONDS = 0.7;
    private static final double WAITING_MATTERS = 0.02;
    private static final double WORTH_IT = 1.04;

    private final int most;
    private final List<String> decisions = new ArrayList<>();
    private int workers;
    private int before;
    private double rateBefore;
    private boolean trying;
    private boolean settled;

    private long windowStart;
    private long waited;
    private long rows;

    WorkerTuner(int first, int most) {
        this.most = most;
        workers = first;
    }

    int workers() {
        return workers;
    }

    List<String> decisions() {
        return List.copyOf(decisions);
    }

    /** The consumer got a batch at {@code now}, after waiting; true when the number of workers has changed. */
    boolean took(int size, long waitedNanos, long now) {
        if (settled) {
            return false;
        }
        if (windowStart == 0) {
            windowStart = now; // the first batch waits for everything to start
            return false;
        }
        waited += waitedNanos;
        rows += size;
        if ((now - windowStart) * 1e-9 < WINDOW_SECONDS) {
            return false;
        }
        double seconds = (now - windowStart) * 1e-9;
        boolean changed = decide(rows / seconds, waited * 1e-9 / seconds);
        windowStart = changed ? 0 : now;
        waited = 0;
        rows = 0;
        return changed;
    }

    private boolean decide(double rate, double waiting) {
        if (trying && rate < WORTH_IT * rateBefore) {
            return settle(rate);
        }
        if (trying) {
            decisions.add(String.format(
                    Locale.ROOT, "workers %d → %d: %,.0f → %,.0f rows/s", before, workers, rateBefore, rate));
        }
        trying = waiting > WAITING_MATTERS && workers < most;
        if (!trying) {
            return false;
        }
        before = workers;
        rateBefore = rate;
        workers = Math.min(most, workers + Math.max(1, workers / 2));
        decisions.add(String.format(
                Locale.ROOT,
                "trying %d workers instead of %d: the consumer waited %.0f %% of the time",
                workers,
                before,
                100 * waiting));
        return true;
    }

    private boolean settle(double rate) {
        decisions.add(String.format(
                Locale.ROOT,
                "workers stay at %d: %d gave %,.0f rows/s instead of %,.0f",
                before,
                workers,
                rate,
                rateBefore));
        workers = before;
        trying = false;
        settled = true;
        return true;
    }
}
