package dev.stoker.job.plan;

import dev.stoker.train.step.StepSettings;
import java.util.regex.Pattern;

/** What computes, and how. */
@OptionGroup("Device")
public record DeviceOptions(
        @Description("auto records the step on a GPU and replays it; off runs operator by operator") @Default("auto")
        StepSettings.Capture capture,

        @Description("auto lets kernels that do several operators at once replace libtorch's on a GPU; off does not")
        @Default("auto")
        StepSettings.Fusing fusing,

        @Description("plans of cuDNN tried for each convolution and shape before the first step, to keep the fastest: a"
                + " number, 0 for none, or auto for 4")
        @Default("auto")
        CudnnSearch search,

        @Description("auto, cpu, cuda or cuda:N") @Default("auto")
        String device,

        @Description("threads that one operation may use on the CPU, or auto") @Default("auto")
        AutoCount threads,

        @Description("operations that add up in the same order each time, where there are such") @Default("false")
        boolean deterministic) {

    private static final Pattern DEVICE = Pattern.compile("auto|cpu|cuda(:[0-9]{1,3})?");

    public DeviceOptions {
        KeyCheck.that("device", DEVICE.matcher(device).matches(), "auto, cpu, cuda or cuda:N", device);
    }
}
