package dev.stoker.job.plan;

import dev.stoker.core.Task;
import dev.stoker.job.option.Auto;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.job.plan.value.ClassWeightMode;

/** The loss function. */
@OptionGroup("Loss")
public record LossOptions(
        @Description("loss function: cross-entropy, focal, or bce (binary cross entropy of each class against all"
                + " others, summed over classes), of which evaluations report cross entropy; of regression mse, mae or"
                + " huber, of which they report mse; auto is cross-entropy, bce for multi-label, mse for regression")
        @Default("auto")
        Auto<LossName> loss,

        @Description("gamma of the focal loss: the larger, the less images count that are classified well already")
        @Default("2")
        double focalGamma,

        @Description("delta of the Huber loss, in standard deviations of the target: larger errors count linearly")
        @Default("1")
        double huberDelta,

        @Description("class weights in the training loss: none, balanced (images / (classes * images of the class)),"
                + " name=weight of some classes, or one number per class; evaluations stay unweighted")
        @Default("none")
        ClassWeightMode classWeights)
        implements Options {

    /** Losses by name. */
    public enum LossName {
        CROSS_ENTROPY,
        FOCAL,
        BCE,
        MSE,
        MAE,
        HUBER;

        /** Whether it is for a task; those of classes are for one label and for several. */
        public boolean isFor(Task task) {
            return switch (this) {
                case CROSS_ENTROPY, FOCAL, BCE -> task != Task.REGRESSION;
                case MSE, MAE, HUBER -> task == Task.REGRESSION;
            };
        }

        /** The one that is chosen where none is given. */
        static LossName of(Task task) {
            return switch (task) {
                case CLASSIFICATION -> CROSS_ENTROPY;
                case MULTI_LABEL -> BCE;
                case REGRESSION -> MSE;
            };
        }
    }

    public LossOptions {
        KeyCheck.that("focal-gamma", focalGamma >= 0 && Double.isFinite(focalGamma), "at least 0", focalGamma);
        KeyCheck.that("huber-delta", huberDelta > 0 && Double.isFinite(huberDelta), "above 0", huberDelta);
    }

    /** With the loss of a task where none is given. */
    public LossOptions chosenFor(Task task) {
        return new LossOptions(Auto.of(loss.orElse(LossName.of(task))), focalGamma, huberDelta, classWeights);
    }
}
