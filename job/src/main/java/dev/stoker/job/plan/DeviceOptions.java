package dev.stoker.job.plan;

import dev.stoker.job.option.Auto;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.nn.Model;
import dev.stoker.tensor.Device;
import dev.stoker.train.step.AlgorithmSearch;
import dev.stoker.train.step.StepSettings;

/** The device that trains, and how its kernels are chosen. */
@OptionGroup("Device")
public record DeviceOptions(
        @Description("CUDA graph capture of the training step: auto on a GPU, or off for eager execution")
        @Default("auto")
        StepSettings.Capture capture,

        @Description("kernel fusion: auto uses fused kernels on a GPU, off uses those of libtorch") @Default("auto")
        StepSettings.Fusing fusing,

        @Description("cuDNN algorithm search (autotuning): execution plans tried per convolution and shape; 0"
                + " disables, auto is 4 for models of dense convolutions and 0 for others")
        @Default("auto")
        Auto<Integer> search,

        @Description("device: auto, cpu, cuda or cuda:N") @Default("auto")
        Auto<Device> device,

        @Description("intra-op threads on the CPU, or auto") @Default("auto")
        Auto<Integer> threads,

        @Description("inter-op threads on the CPU, for operators beside each other; auto is as many as threads")
        @Default("auto")
        Auto<Integer> interopThreads,

        @Description("deterministic algorithms, where there are such") @Default("false")
        boolean deterministic)
        implements Options {

    /** More than cuDNN ever offers for one convolution. */
    private static final int MAX_SEARCH = 1000;

    public DeviceOptions {
        KeyCheck.that(
                "search",
                search.isAutoOr(plans -> plans >= 0 && plans <= MAX_SEARCH),
                "0 to %d, or auto".formatted(MAX_SEARCH),
                search);
        KeyCheck.that("threads", threads.isAutoOr(count -> count >= 1), "at least 1, or auto", threads);
        KeyCheck.that(
                "interop-threads", interopThreads.isAutoOr(count -> count >= 1), "at least 1, or auto", interopThreads);
    }

    /** Execution plans of cuDNN that are tried; none as long as it depends on the model. */
    public int searchedPlans() {
        return search.orElseGet(() -> 0);
    }

    /**
     * With the number of execution plans for a model. The fastest may be another one in each run, so a deterministic run
     * tries none on its own.
     */
    public DeviceOptions searchingFor(Model model) {
        int plans = search.orElseGet(() -> deterministic ? 0 : AlgorithmSearch.plansFor(model));
        return new DeviceOptions(capture, fusing, Auto.of(plans), device, threads, interopThreads, deterministic);
    }

    /** Whether the device is a GPU; false while it is auto. */
    public boolean isGpu() {
        return device.value().filter(Device.Cuda.class::isInstance).isPresent();
    }

    /** With what was chosen for this machine. */
    public DeviceOptions on(Device chosen, int chosenThreads) {
        return new DeviceOptions(
                capture, fusing, search, Auto.of(chosen), Auto.of(chosenThreads), interopThreads, deterministic);
    }
}
