package dev.stoker.lab.scaling;

/**
 * What connects ranks.
 *
 * @param bandwidth bytes per second in each direction
 * @param latency seconds of a message
 */
public record Link(double bandwidth, double latency) {
    public Link {
        if (!(bandwidth > 0) || !(latency >= 0)) {
            throw new IllegalArgumentException(
                    "bandwidth must be above 0 and latency at least 0, got %s and %s".formatted(bandwidth, latency));
        }
    }

    /** By how long a sum of so many bytes over ranks took. */
    static Link measured(double bytes, int ranks, double seconds, double latency) {
        double transfer = Math.max(0.1 * seconds, seconds - messages(ranks) * latency);
        return new Link(bytes * messages(ranks) / (ranks * transfer), latency);
    }

    /** Seconds of a sum in a ring: each rank sends its part on, once around to add and once around to tell. */
    double sum(double bytes, int ranks) {
        return ranks == 1 ? 0 : messages(ranks) * (latency + bytes / (ranks * bandwidth));
    }

    private static double messages(int ranks) {
        return 2.0 * (ranks - 1);
    }
}
