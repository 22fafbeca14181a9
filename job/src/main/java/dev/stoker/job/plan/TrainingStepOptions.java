package dev.stoker.job.plan;

import dev.stoker.job.option.Auto;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.train.step.Clipping;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;

/** How a step computes. */
@OptionGroup("Training step")
public record TrainingStepOptions(
        @Description(
                "precision: fp32; tf32; mixed precision with bf16 or fp16; bf16-whole or fp16-whole, which also keep a"
                        + " 16-bit copy of the weights; auto, which is bf16 where the device has it, and fp32 for"
                        + " regression")
        @Default("auto")
        Auto<Precision> precision,

        @Description("gradient accumulation: batches per optimizer step") @Default("1")
        int accumulate,

        @Description("out-of-memory policy: halve continues in smaller micro-batches, fail stops") @Default("halve")
        StepSettings.OutOfMemory outOfMemory,

        @Description(
                "activation checkpointing: blocks computes the activations within residual blocks again in backward"
                        + " instead of keeping them; auto does so when memory runs out, before micro-batches become"
                        + " smaller; none")
        @Default("auto")
        StepSettings.Recompute recompute,

        @Description("maximum gradient norm (clipping); 0 disables") @Default("0")
        double maxGradNorm,

        @Description("maximum gradient value (clipping of each element); 0 disables") @Default("0")
        double maxGradValue,

        @Description(
                "adaptive gradient clipping (AGC): maximum norm of the gradient of a unit as a factor of the norm of"
                        + " its weights, such as 0.01; the last layer is not clipped; 0 disables")
        @Default("0")
        double adaptiveClipping)
        implements Options {

    public TrainingStepOptions {
        KeyCheck.that("max-grad-norm", maxGradNorm >= 0 && Double.isFinite(maxGradNorm), "at least 0", maxGradNorm);
        KeyCheck.that("max-grad-value", maxGradValue >= 0 && Double.isFinite(maxGradValue), "at least 0", maxGradValue);
        KeyCheck.that(
                "adaptive-clipping",
                adaptiveClipping >= 0 && Double.isFinite(adaptiveClipping),
                "at least 0",
                adaptiveClipping);
    }

    /** At most one of the three is set. */
    public Clipping clipping() {
        if (maxGradNorm > 0) {
            return new Clipping.Norm(maxGradNorm);
        }
        if (maxGradValue > 0) {
            return new Clipping.Value(maxGradValue);
        }
        return adaptiveClipping > 0 ? new Clipping.Adaptive(adaptiveClipping) : new Clipping.None();
    }

    /** With what was chosen for a device. */
    public TrainingStepOptions in(Precision chosen) {
        return new TrainingStepOptions(
                Auto.of(chosen), accumulate, outOfMemory, recompute, maxGradNorm, maxGradValue, adaptiveClipping);
    }

    /** With one batch per step. */
    public TrainingStepOptions withoutAccumulation() {
        return new TrainingStepOptions(
                precision, 1, outOfMemory, recompute, maxGradNorm, maxGradValue, adaptiveClipping);
    }
}
