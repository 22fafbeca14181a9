package dev.stoker.job.internal.run;

import dev.stoker.train.TimeBreakdown;
import java.util.LinkedHashMap;
import java.util.Map;

/** The time breakdown as shares under their names in files; they add up to 1. */
public final class TimeBreakdownFields {
    private TimeBreakdownFields() {}

    public static Map<String, Double> of(TimeBreakdown time) {
        var shares = new LinkedHashMap<String, Double>();
        shares.put("input_share", time.share(time.input()));
        shares.put("copying_share", time.share(time.copying()));
        shares.put("computing_share", time.share(time.computing()));
        shares.put("other_share", time.share(time.other()));
        return shares;
    }
}
