package dev.stoker.job.plan;

import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;

/** How a step computes. */
@OptionGroup("Step")
public record TrainingStepOptions(
        @Description("share of the target spread over the other classes") @Default("0")
        double labelSmoothing,

        @Description("fp32; tf32, bf16 or fp16 for convolutions and matrix products; bf16-whole, fp16-whole")
        @Default("fp32")
        Precision precision,

        @Description("batches whose gradients are added up for one step") @Default("1")
        int accumulate,

        @Description("when a step does not fit into the device's memory: halve goes on in smaller parts, or fail")
        @Default("halve")
        StepSettings.OutOfMemory outOfMemory,

        @Description("the longest a step's gradient may be; 0 is no limit") @Default("0")
        double clip) {

    public TrainingStepOptions {
        KeyCheck.that(
                "label-smoothing", labelSmoothing >= 0 && labelSmoothing < 1, "at least 0 and below 1", labelSmoothing);
        KeyCheck.that("clip", clip >= 0 && Double.isFinite(clip), "at least 0", clip);
    }
}
