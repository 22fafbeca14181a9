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

    /** Intra-op threads on the CPU. */
    public static int threads(Plan plan) {
        return plan.device().threads().orElseGet(CoreShare::threads);
    }
}
