package dev.stoker.job.plan;

import dev.stoker.train.StepSettings;
import java.util.regex.Pattern;

/** What computes, and how. */
@Chapter("Device")
public record MachineChapter(
        @Explained("auto records the step on a GPU and replays it; off runs operator by operator") @Usually("auto")
        StepSettings.Capture capture,

        @Explained("auto lets kernels that do several operators at once replace libtorch's on a GPU; off does not")
        @Usually("auto")
        StepSettings.Fusing fusing,

        @Explained("plans of cuDNN tried for each convolution and shape before the first step, to keep the fastest: a"
                + " number, 0 for none, or auto for 4")
        @Usually("auto")
        Search search,

        @Explained("auto, cpu, cuda or cuda:N") @Usually("auto")
        String device,

        @Explained("threads that one operation may use on the CPU, or auto") @Usually("auto")
        Count threads,

        @Explained("operations that add up in the same order each time, where there are such") @Usually("false")
        boolean deterministic) {

    private static final Pattern DEVICE = Pattern.compile("auto|cpu|cuda(:[0-9]{1,3})?");

    public MachineChapter {
        Check.that("device", DEVICE.matcher(device).matches(), "auto, cpu, cuda or cuda:N", device);
    }
}
