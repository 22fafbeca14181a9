package dev.stoker.lab.doctor.fix;

import dev.stoker.job.plan.Plan;
import dev.stoker.lab.doctor.PairedRounds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What became of a plan.
 *
 * @param plan with the changes that were kept
 * @param speedup of it over the plan before, both measured in turn at the end; 1 where nothing was kept
 * @param noise half of the 95 % interval of the speedup, as a share
 * @param imagesPerSecond of the plan with the changes
 * @param changes in the order that they were tried
 * @param reasons for changed values, by key
 */
public record FixResult(
        Plan plan,
        double speedup,
        double noise,
        double imagesPerSecond,
        List<TriedChange> changes,
        Map<String, String> reasons) {
    public FixResult {
        changes = List.copyOf(changes);
        reasons = Map.copyOf(reasons);
    }

    /** The plan before, since changes that gained one by one made it slower when both were measured once more. */
    static FixResult unconfirmed(Plan before, PairedRounds rounds, List<TriedChange> changes) {
        String reason = String.format(
                Locale.ROOT,
                "not confirmed: in the end %.2f times the images per second of the plan before, ± %.0f %%",
                rounds.ratio(),
                100 * rounds.noise());
        var dropped = changes.stream()
                .map(change -> change.isKept() ? change.dropped(reason) : change)
                .toList();
        return new FixResult(before, 1, 0, rounds.first(), dropped, Map.of());
    }

    /** Whether the plan differs from that before. */
    public boolean isChanged() {
        return changes.stream().anyMatch(TriedChange::isKept);
    }

    /** The values under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("speedup", speedup);
        fields.put("speedup_noise", noise);
        fields.put("tuned_images_per_second", imagesPerSecond);
        fields.put("changes", changes.stream().map(TriedChange::fields).toList());
        return fields;
    }
}
