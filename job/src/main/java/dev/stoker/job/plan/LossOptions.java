package dev.stoker.job.plan;

import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.job.plan.value.ClassWeightMode;

/** The loss function. */
@OptionGroup("Loss")
public record LossOptions(
        @Description("class weights in the training loss: none, balanced (images / (classes * images of the class)),"
                + " name=weight of some classes, or one number per class; evaluations stay unweighted")
        @Default("none")
        ClassWeightMode classWeights)
        implements Options {}
