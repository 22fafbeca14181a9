package dev.stoker.job.internal.fingerprint;

import dev.stoker.datasets.DatasetFingerprint;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What decides the weights of a run.
 *
 * @param plan every key of the settled plan with its text
 * @param data empty where nothing can be said about it, as for most datasets of a program's own
 */
public record RunFingerprint(Map<String, String> plan, Optional<DatasetFingerprint> data) {
    public static RunFingerprint of(Plan plan, LabeledDataset dataset) {
        return new RunFingerprint(texts(plan), dataset.fingerprint());
    }

    static Map<String, String> texts(Plan plan) {
        var texts = new LinkedHashMap<String, String>();
        PlanKey.all().forEach(key -> texts.put(key.name(), key.text(plan)));
        return texts;
    }
}
