package dev.stoker.job;

import dev.stoker.core.StokerException;
import dev.stoker.job.internal.setup.ModelFactory;
import dev.stoker.job.plan.DevicePlacementOptions;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanKey;
import dev.stoker.job.plan.PlanPaths;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** The plan of a run that is resumed: the one in its folder, with those keys that are given now and may differ. */
final class ResumedPlan {
    /** Keys that may differ when a run is resumed; any other would make it a different run. */
    static final Set<String> FREE_KEYS = Set.of(
            "epochs",
            "workers",
            "prefetch",
            "readers",
            "input-memory",
            "memory",
            "input-cpu",
            "near",
            "near-limit",
            "augment",
            "resident",
            "decode",
            "decode-share",
            "search",
            "threads",
            "interop-threads",
            "device",
            "log-every",
            "checkpoint-every",
            "keep-checkpoints",
            "evaluate-every",
            "bucket-size",
            "hogwild-threads",
            "max-steps",
            "max-time",
            "patience",
            "runs",
            "profile",
            "histograms");

    private ResumedPlan() {}

    /** The saved plan of the run in a folder, changed by the keys that are asked for. */
    static Plan of(Path run, Plan saved, Map<String, String> asked) {
        Plan plan = saved;
        for (var entry : asked.entrySet()) {
            plan = changed(run, plan, PlanKey.named(entry.getKey()), entry.getValue());
        }
        if (plan.placement().decode() == DevicePlacementOptions.DecodeDevice.CPU
                && !asked.containsKey("decode-share")) {
            return plan.with(plan.placement().withDecodeShare(1)); // the share of before was that of a device
        }
        return plan;
    }

    private static Plan changed(Path run, Plan saved, PlanKey key, String text) {
        // A file of layers is compared by what it holds, since the plan of a run holds the layers.
        Plan plan = key.set(saved, key.name().equals("model") ? ModelFactory.resolved(text) : text);
        if (!FREE_KEYS.contains(key.name())
                && !key.text(PlanPaths.absolute(plan)).equals(key.text(PlanPaths.absolute(saved)))) {
            throw new StokerException(
                    "%s was started with %s %s and cannot continue with %s; start a new run to change it"
                            .formatted(run, key.name(), key.shown(saved), key.shown(plan)));
        }
        return plan;
    }

    static void refuseFewerEpochs(Path run, Plan plan, int done) {
        if (plan.training().epochs() < done) {
            throw new StokerException("%s has already trained %d epochs, more than the %d requested"
                    .formatted(run, done, plan.training().epochs()));
        }
    }
}
