package dev.stoker.job.plan;

import dev.stoker.train.Precision;
import dev.stoker.train.StepSettings;

/** How a step computes. */
@Chapter("Step")
public record StepChapter(
        @Explained("share of the target spread over the other classes") @Usually("0")
        double labelSmoothing,

        @Explained("fp32; tf32, bf16 or fp16 for convolutions and matrix products; bf16-whole, fp16-whole")
        @Usually("fp32")
        Precision precision,

        @Explained("batches whose gradients are added up for one step") @Usually("1")
        int accumulate,

        @Explained("when a step does not fit into the device's memory: halve goes on in smaller parts, or fail")
        @Usually("halve")
        StepSettings.OutOfMemory outOfMemory,

        @Explained("the longest a step's gradient may be; 0 is no limit") @Usually("0")
        double clip) {

    public StepChapter {
        Check.that(
                "label-smoothing", labelSmoothing >= 0 && labelSmoothing < 1, "at least 0 and below 1", labelSmoothing);
        Check.that("clip", clip >= 0 && Double.isFinite(clip), "at least 0", clip);
    }
}
