package dev.stoker.bench;

import java.util.LinkedHashMap;
import java.util.Map;

/** A plan for comparing the overhead of something: training without an end, and without anything between steps. */
final class OverheadPlan {
    private OverheadPlan() {}

    /** Threads that are tuned would differ from run to run. */
    static Map<String, String> of(Map<String, String> given) {
        var keys = new LinkedHashMap<String, String>();
        keys.put("epochs", "100000");
        keys.put("lr", "0.001");
        keys.put("schedule", "constant");
        keys.put("evaluate-every", "100000epochs");
        keys.put("checkpoint-every", "1000000000");
        keys.put("workers", "1");
        keys.put("prefetch", "4");
        keys.putAll(given);
        return keys;
    }
}
