package dev.stoker.job;

import dev.stoker.train.TimeSplit;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where time went, as shares of it under their names in files; they add up to 1. */
final class TimeShares {
    private TimeShares() {}

    static Map<String, Double> of(TimeSplit time) {
        var shares = new LinkedHashMap<String, Double>();
        shares.put("input_share", time.share(time.input()));
        shares.put("copying_share", time.share(time.copying()));
        shares.put("computing_share", time.share(time.computing()));
        shares.put("other_share", time.share(time.other()));
        return shares;
    }
}
