package dev.stoker.train.internal.parallel;

import dev.stoker.train.RankTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * How long each rank waited for the others, added up over steps. An exchange ends for all ranks at nearly the same moment, so
 * the one that waited least was ready last, and what others waited longer they waited for it. This compares durations only: the
 * clocks of hosts differ.
 */
public final class RankWaits {
    private static final double NANOS = 1e9;

    private final int rank;
    private final List<RankTime> sums;
    private long waited;

    public RankWaits(int rank, int world) {
        this.rank = rank;
        sums = new ArrayList<>(Collections.nCopies(world, RankTime.NONE));
    }

    /** A step of this rank waited so many seconds. */
    public void waited(double seconds) {
        waited += Math.round(seconds * NANOS);
    }

    /** What this rank waited since it was asked last, in nanoseconds, in its place among those of all ranks. */
    long[] take() {
        var own = new long[sums.size()];
        own[rank] = waited;
        waited = 0;
        return own;
    }

    /** The waits of all ranks for the same steps. */
    void add(long[] waits) {
        long least = Arrays.stream(waits).min().orElse(0);
        for (int i = 0; i < waits.length; i++) {
            var before = sums.get(i);
            sums.set(
                    i,
                    new RankTime(
                            before.communication() + waits[i] / NANOS,
                            before.straggler() + (waits[i] - least) / NANOS));
        }
    }

    /** Of each rank so far; the last step may be missing. */
    public List<RankTime> read() {
        return List.copyOf(sums);
    }
}
