package dev.stoker.job.internal.setup;

import dev.stoker.job.plan.Plan;
import dev.stoker.telemetry.hardware.CoreShare;
import dev.stoker.tensor.NativeSettings;

/** The settings of a plan that the native libraries keep for the whole process. */
public final class PlannedNativeSettings {
    private PlannedNativeSettings() {}

    public static void apply(Plan plan) {
        boolean deterministic = plan.device().deterministic();
        new NativeSettings(
                        threads(plan),
                        plan.device().interopThreads().orElseGet(() -> threads(plan)),
                        deterministic,
                        plan.device().searchedPlans(),
                        plan.step().precision().chosen().allowsTf32())
                .apply();
    }

    /** Intra-op threads on the CPU: for each thread that trains without locks, its part. */
    public static int threads(Plan plan) {
        int trainers = Math.max(1, plan.distributed().hogwildThreads());
        return plan.device().threads().orElseGet(() -> Math.max(1, CoreShare.threads() / trainers));
    }
}
