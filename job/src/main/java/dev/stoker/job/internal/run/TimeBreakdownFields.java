package dev.stoker.job.internal.run;

import dev.stoker.train.TimeBreakdown;
import dev.stoker.train.TimeShare;
import java.util.LinkedHashMap;
import java.util.Map;

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
}
