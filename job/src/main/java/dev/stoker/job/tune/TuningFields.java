package dev.stoker.job.tune;

import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanKey;
import java.util.LinkedHashMap;
import java.util.Map;

/** The settings of a search, under their names in JSON. */
final class TuningFields {
    private TuningFields() {}

    static Map<String, Object> of(Plan plan, String device) {
        var fields = new LinkedHashMap<String, Object>();
        for (String key : new String[] {"data", "model", "optimizer", "precision"}) {
            fields.put(key, PlanKey.named(key).text(plan));
        }
        fields.put("device", device);
        fields.put("accumulate", plan.step().accumulate());
        plan.training().batch().value().ifPresent(batch -> fields.put("batch", batch));
        fields.put("seed", plan.run().seed());
        return fields;
    }
}
