package dev.stoker.job.internal.setup;

import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.cuda.GpuSettings;

/** The settings of a plan that libtorch, cuDNN and cuBLAS keep for the whole process. */
public final class NativeSettings {
    private NativeSettings() {}

    public static void apply(Plan plan) {
        LibTorch.useDeterministicAlgorithms(plan.device().deterministic());
        GpuSettings.search(plan.device().search().number(plan.device().deterministic()));
        GpuSettings.allowTf32(plan.step().precision().allowsTf32());
        LibTorch.useThreads(threads(plan));
    }

    /** Intra-op threads on the CPU. */
    public static int threads(Plan plan) {
        return plan.device().threads().or(() -> Runtime.getRuntime().availableProcessors());
    }
}
