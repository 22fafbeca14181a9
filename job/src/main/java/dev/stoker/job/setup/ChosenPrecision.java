package dev.stoker.job.setup;

import dev.stoker.core.Task;
import dev.stoker.job.option.Auto;
import dev.stoker.job.plan.Plan;
import dev.stoker.telemetry.hardware.CpuInfo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.cuda.GpuSettings;
import dev.stoker.train.step.Precision;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The precision of a plan on its device.
 *
 * @param reason why it was chosen, in one line; empty where the plan asks for it
 * @param warning what is wrong with it there, in one sentence; empty where nothing is
 */
public record ChosenPrecision(Precision precision, Optional<String> reason, Optional<String> warning) {
    /** GPUs of this compute capability and above multiply in bf16, or in fp16. */
    private static final int BF16_CAPABILITY = 80;

    private static final int FP16_CAPABILITY = 70;

    /** Throws where the device cannot compute in what was asked for. */
    public static ChosenPrecision of(Auto<Precision> asked, Device device) {
        return of(asked, device, CpuInfo::ofThisMachine);
    }

    /**
     * The same for a training: 16 bits have three digits, which a class does not need and a predicted number does, and threads that share
     * weights without locks share them in fp32.
     */
    static ChosenPrecision forTraining(Plan plan, Task task, Device device) {
        var asked = plan.step().precision();
        if (asked.isAuto() && task == Task.REGRESSION) {
            return chosen(Precision.FP32, "regression predicts numbers, and 16 bits have three digits");
        }
        if (asked.isAuto() && plan.distributed().hogwildThreads() > 0) {
            return chosen(Precision.FP32, "hogwild threads share weights in fp32");
        }
        return of(asked, device);
    }

    static ChosenPrecision of(Auto<Precision> asked, Device device, Supplier<CpuInfo> cpu) {
        return asked.value().map(given -> given(given, device, cpu)).orElseGet(() -> switch (device) {
            case Device.Cpu _ -> ofCpu(cpu.get());
            case Device.Cuda gpu -> ofGpu(GpuSettings.name(gpu), GpuSettings.capability(gpu));
        });
    }

    private static ChosenPrecision given(Precision precision, Device device, Supplier<CpuInfo> cpu) {
        precision.check(device);
        boolean slow = device instanceof Device.Cpu
                && precision.isBfloat16()
                && !cpu.get().hasBfloat16();
        return new ChosenPrecision(precision, Optional.empty(), slow ? Optional.of(slow(precision)) : Optional.empty());
    }

    private static String slow(Precision precision) {
        return ("precision %s on a CPU without bf16 instructions: up to 25 times slower than fp32 was measured;"
                        + " use precision fp32 or auto")
                .formatted(precision.title());
    }

    static ChosenPrecision ofCpu(CpuInfo cpu) {
        return cpu.hasBfloat16()
                ? chosen(Precision.BF16, "this CPU has bf16 instructions")
                : chosen(Precision.FP32, "this CPU has no bf16 instructions");
    }

    static ChosenPrecision ofGpu(String name, int capability) {
        if (capability >= BF16_CAPABILITY) {
            return chosen(Precision.BF16, name + " has bf16");
        }
        return capability >= FP16_CAPABILITY
                ? chosen(Precision.FP16, name + " has fp16 and no bf16")
                : chosen(Precision.FP32, name + " has no tensor cores");
    }

    private static ChosenPrecision chosen(Precision precision, String why) {
        return new ChosenPrecision(
                precision, Optional.of("precision auto → %s: %s".formatted(precision.title(), why)), Optional.empty());
    }
}
