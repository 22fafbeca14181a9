package dev.stoker.job.plan;

import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.job.plan.value.ClassWeightMode;

/** The loss function. */
@OptionGroup("Loss")
public record LossOptions(
        @Description("loss function: cross-entropy, focal, or bce (binary cross entropy of each class against all"
                + " others, summed over classes); evaluations report cross entropy")
        @Default("cross-entropy")
        LossName loss,

        @Description("gamma of the focal loss: the larger, the less images count that are classified well already")
        @Default("2")
        double focalGamma,

        @Description("class weights in the training loss: none, balanced (images / (classes * images of the class)),"
                + " name=weight of some classes, or one number per class; evaluations stay unweighted")
        @Default("none")
        ClassWeightMode classWeights)
        implements Options {

    /** Losses by name. */
    public enum LossName {
        CROSS_ENTROPY,
        FOCAL,
        BCE
    }

    public LossOptions {
        KeyCheck.that("focal-gamma", focalGamma >= 0 && Double.isFinite(focalGamma), "at least 0", focalGamma);
    }
}
