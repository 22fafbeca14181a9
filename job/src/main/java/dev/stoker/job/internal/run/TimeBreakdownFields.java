package dev.stoker.job.internal.run;

import dev.stoker.train.TimeBreakdown;
import dev.stoker.train.TimeShare;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** The time breakdown as shares under their names in files; they add up to 1. */
public final class TimeBreakdownFields {
    private TimeBreakdownFields() {}

    public static Map<String, Double> of(TimeBreakdown time) {
        var shares = new LinkedHashMap<String, Double>();
        for (var share : TimeShare.values()) {
            shares.put(share.key(), time.share(share));
        }
        return shares;
    }

    /** What each rank waited for the others, in the order of ranks; empty where there is one. */
    public static Map<String, List<Double>> ofRanks(TimeBreakdown time) {
        if (time.ranks().size() < 2) {
            return Map.of();
        }
        var shares = new LinkedHashMap<String, List<Double>>();
        shares.put("rank_communication_shares", each(time, time::communicationShare));
        shares.put("rank_straggler_shares", each(time, time::stragglerShare));
        return shares;
    }

    /** With few digits, since a step of many ranks is one line. */
    private static List<Double> each(TimeBreakdown time, IntToDoubleFunction share) {
        return IntStream.range(0, time.ranks().size())
                .mapToObj(rank -> Math.round(1e4 * share.applyAsDouble(rank)) / 1e4)
                .toList();
    }
}
