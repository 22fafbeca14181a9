package dev.stoker.job.internal.rank;

import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanKey;
import dev.stoker.telemetry.log.Json;
import dev.stoker.telemetry.log.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;

/** A plan on its way to another rank: every key with its text. */
public final class SentPlan {
    private SentPlan() {}

    public static byte[] bytes(Plan plan) {
        var texts = new LinkedHashMap<String, String>();
        PlanKey.all().forEach(key -> texts.put(key.name(), key.text(plan)));
        return Json.write(texts).getBytes(StandardCharsets.UTF_8);
    }

    public static Plan plan(byte[] bytes) {
        Plan plan = Plan.DEFAULTS;
        for (var entry :
                JsonReader.read(new String(bytes, StandardCharsets.UTF_8)).entrySet()) {
            plan = plan.with(entry.getKey(), String.valueOf(entry.getValue()));
        }
        return plan;
    }
}
