package dev.stoker.lab.doctor.fix;

import dev.stoker.lab.doctor.check.Finding;
import dev.stoker.lab.doctor.check.PlanChange;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A change that was proposed, and what became of it.
 *
 * @param finding that proposed it
 * @param text what the values were and become
 * @param speedup over the best plan before it, measured in turn; 1 where it was not measured
 * @param noise half of the 95 % interval of the speedup, as a share
 * @param reason for the outcome, in words
 */
public record TriedChange(
        Finding finding, PlanChange change, String text, Outcome outcome, double speedup, double noise, String reason) {

    /** What became of a change. */
    public enum Outcome {
        KEPT,
        /** Not faster beyond the noise. */
        DROPPED,
        /** Not allowed. */
        SKIPPED,
        /** The plan does not run with it. */
        FAILED;

        /** In JSON and for people. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static TriedChange untried(Finding finding, PlanChange change, String text, Outcome outcome, String reason) {
        return new TriedChange(finding, change, text, outcome, 1, 0, reason);
    }

    /** The same, which was kept at first. */
    TriedChange dropped(String why) {
        return new TriedChange(finding, change, text, Outcome.DROPPED, speedup, noise, why);
    }

    public boolean isKept() {
        return outcome == Outcome.KEPT;
    }

    /** The values under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("finding", finding.name());
        fields.put("change", text);
        fields.put("keys", change.keys());
        fields.put("expected_speedup", finding.expectedSpeedup());
        if (outcome == Outcome.KEPT || outcome == Outcome.DROPPED) {
            fields.put("speedup", speedup);
            fields.put("noise", noise);
        }
        fields.put("outcome", outcome.key());
        fields.put("reason", reason);
        return fields;
    }
}
