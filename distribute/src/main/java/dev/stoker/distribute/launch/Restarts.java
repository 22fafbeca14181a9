package dev.stoker.distribute.launch;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** How many times ranks were started again, and on which hosts they run now. */
final class Restarts {
    /** A rank that fails so many times at the same place is left out. */
    private static final int FAILURES_OF_PLACE = 2;

    private final LaunchSettings settings;
    private final Map<String, Integer> failures = new HashMap<>();
    private Hosts hosts;
    private int count;

    Restarts(LaunchSettings settings) {
        this.settings = settings;
        hosts = settings.hosts();
    }

    Hosts hosts() {
        return hosts;
    }

    int count() {
        return count;
    }

    boolean areSpent() {
        return count == settings.restarts();
    }

    /** Counts one more; where the same place has failed before, it is left out if enough ranks remain. */
    void after(FailedRank failure) {
        count++;
        var rank = failure.rank();
        int times = failures.merge(rank.place(), 1, Integer::sum);
        if (times >= FAILURES_OF_PLACE && mayShrinkBy(1) && !isLastOfFirst(rank.host())) {
            hosts = hosts.withOneLess(rank.host());
            failures.remove(rank.place());
        }
    }

    /** Rank 0 stays on this machine, where its run is. */
    private boolean isLastOfFirst(Host host) {
        return host.equals(hosts.first()) && host.slots() == 1;
    }

    /** Leaves out a host that cannot be used any more; false where that must not be. */
    boolean without(Host host) {
        boolean possible = count > 0 && mayShrinkBy(host.slots()) && !host.equals(hosts.first());
        if (possible) {
            hosts = hosts.without(host);
        }
        return possible;
    }

    private boolean mayShrinkBy(int ranks) {
        return hosts.size() - ranks >= settings.minimumRanks();
    }

    /** Of the restart that comes now. */
    String sentence(Optional<String> run) {
        return "restart %d of %d with %d %s, %s"
                .formatted(
                        count,
                        settings.restarts(),
                        hosts.size(),
                        hosts.size() == 1 ? "rank" : "ranks",
                        run.map("resuming %s"::formatted).orElse("from the beginning"));
    }
}
