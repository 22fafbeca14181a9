package dev.stoker.train;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Where the seconds of a part of training went. They add up to its wall-clock time.
 *
 * @param seconds for each share; those that are missing are 0
 */
public record TimeBreakdown(Map<TimeShare, Double> seconds) {
    public static final TimeBreakdown NONE = new TimeBreakdown(Map.of());

    public TimeBreakdown {
        var complete = new EnumMap<TimeShare, Double>(TimeShare.class);
        for (var share : TimeShare.values()) {
            complete.put(share, seconds.getOrDefault(share, 0.0));
        }
        seconds = Collections.unmodifiableMap(complete);
    }

    public double seconds(TimeShare share) {
        return seconds.getOrDefault(share, 0.0);
    }

    public double total() {
        return seconds.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** As a share of the whole. */
    public double share(TimeShare share) {
        double total = total();
        return total == 0 ? 0 : seconds(share) / total;
    }

    public TimeBreakdown plus(TimeBreakdown more) {
        var sums = new EnumMap<TimeShare, Double>(seconds);
        more.seconds.forEach((share, part) -> sums.merge(share, part, Double::sum));
        return new TimeBreakdown(sums);
    }

    /**
     * Since an earlier reading, {@code wallClock} seconds ago; what is not accounted for counts as other. The first batch may
     * have been waited for and copied before that.
     */
    public TimeBreakdown since(TimeBreakdown before, double wallClock) {
        var parts = new EnumMap<TimeShare, Double>(seconds);
        before.seconds.forEach((share, part) -> parts.merge(share, part, (now, then) -> now - then));
        parts.put(TimeShare.OTHER, 0.0);
        double rest = wallClock - new TimeBreakdown(parts).total();
        parts.put(TimeShare.OTHER, Math.max(0, rest));
        double excess = Math.max(0, -rest);
        for (var share : new TimeShare[] {TimeShare.COPY, TimeShare.INPUT}) {
            double part = parts.getOrDefault(share, 0.0);
            parts.put(share, part - Math.min(part, excess));
            excess -= Math.min(part, excess);
        }
        return new TimeBreakdown(parts);
    }
}
