package dev.stoker.job.internal.setup;

import dev.stoker.data.PipelineResources;
import dev.stoker.data.Tunable;
import dev.stoker.job.option.Auto;
import dev.stoker.job.plan.Plan;
import dev.stoker.telemetry.hardware.CoreShare;
import dev.stoker.tensor.Device;

/** What the input pipeline of a plan may use. */
public final class InputResources {
    private InputResources() {}

    public static PipelineResources of(Plan plan, Device device) {
        var automatic = PipelineResources.auto();
        var asked = plan.inputPipeline();
        return automatic
                .within(
                        asked.inputCpu() == 0 ? automatic.cpu() : asked.inputCpu(),
                        asked.inputMemory().orElse(automatic.memory()))
                .withWorkers(fixedOr(
                        new Tunable(initialWorkers(device), automatic.workers().maximum()), asked.workers()))
                .withPrefetch(fixedOr(automatic.prefetch(), asked.prefetch()))
                .withReaders(fixedOr(automatic.readers(), asked.readers()));
    }

    private static Tunable fixedOr(Tunable automatic, Auto<Integer> number) {
        return number.value().map(Tunable::fixed).orElse(automatic);
    }

    /** Tuning starts with half of the cores for a GPU; a CPU that trains needs nearly all of them itself. */
    private static int initialWorkers(Device device) {
        int cores = CoreShare.cores();
        return switch (device) {
            case Device.Cuda _ -> Math.clamp(cores / 2, 1, 16);
            case Device.Cpu _ -> Math.clamp(cores / 8, 1, 4);
        };
    }
}
