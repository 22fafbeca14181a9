package dev.stoker.train;

import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;

/**
 * Where the seconds of a part of training went. They add up to its wall-clock time.
 *
 * @param seconds for each share; those that are missing are 0
 * @param ranks how long each of several ranks waited for the others; empty where there is one
 */
public record TimeBreakdown(Map<TimeShare, Double> seconds, List<RankTime> ranks) {
    public static final TimeBreakdown NONE = new TimeBreakdown(Map.of());

    public TimeBreakdown {
        var complete = new EnumMap<TimeShare, Double>(TimeShare.class);
        for (var share : TimeShare.values()) {
            complete.put(share, seconds.getOrDefault(share, 0.0));
        }
        seconds = Collections.unmodifiableMap(complete);
        ranks = List.copyOf(ranks);
    }

    public TimeBreakdown(Map<TimeShare, Double> seconds) {
        this(seconds, List.of());
    }

    TimeBreakdown withRanks(List<RankTime> times) {
        return new TimeBreakdown(seconds, times);
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
        return new TimeBreakdown(sums, ranks(more, RankTime::plus));
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
        return new TimeBreakdown(parts, ranks(before, RankTime::minus));
    }

    private List<RankTime> ranks(TimeBreakdown other, BinaryOperator<RankTime> combined) {
        return IntStream.range(0, Math.max(ranks.size(), other.ranks.size()))
                .mapToObj(rank -> combined.apply(of(ranks, rank), of(other.ranks, rank)))
                .toList();
    }

    private static RankTime of(List<RankTime> times, int rank) {
        return rank < times.size() ? times.get(rank) : RankTime.NONE;
    }

    /** What a rank waited for gradients of others, as a share of the whole: steps take the same time on all ranks. */
    public double communicationShare(int rank) {
        double total = total();
        return total == 0 ? 0 : of(ranks, rank).communication() / total;
    }

    /** The one that waited least for others: they waited for it. */
    public int slowestRank() {
        return IntStream.range(0, ranks.size())
                .boxed()
                .min(Comparator.comparingDouble(rank -> of(ranks, rank).straggler()))
                .orElse(0);
    }

    /** What a rank waited for the slowest one, as a share of the whole. */
    public double stragglerShare(int rank) {
        double total = total();
        return total == 0 ? 0 : of(ranks, rank).straggler() / total;
    }
}
