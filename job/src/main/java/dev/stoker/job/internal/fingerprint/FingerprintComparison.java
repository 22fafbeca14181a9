package dev.stoker.job.internal.fingerprint;

import dev.stoker.datasets.LabeledDataset;
import dev.stoker.job.plan.Plan;
import java.util.Map;
import java.util.Set;

/** Compares what a run recorded with what it is to be resumed with. */
public record FingerprintComparison(FingerprintFile recorded, Set<String> freeKeys) {
    /** Keys that differ, but for those that may. */
    public Differences plan(Plan now) {
        return recorded.read(content -> PlanComparison.of(content.plan(), now, freeKeys, content.hasData()));
    }

    /** Classes and files that differ; none where one of the two can say nothing about its data. */
    public Differences data(LabeledDataset dataset) {
        boolean comparable = recorded.read(FingerprintFile.Content::hasData);
        return comparable
                ? dataset.fingerprint()
                        .map(now -> DataComparison.of(recorded, now))
                        .orElse(Differences.NONE)
                : Differences.NONE;
    }

    /** Whether the plan that a resumed run settled on is the recorded one; only keys that may differ are left out. */
    public boolean isPlan(Plan settled) {
        return plan(settled).isEmpty()
                && texts().keySet().containsAll(RunFingerprint.texts(settled).keySet());
    }

    private Map<String, String> texts() {
        return recorded.read(FingerprintFile.Content::plan);
    }
}
