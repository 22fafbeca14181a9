package dev.stoker.job.plan;

import dev.stoker.job.option.Auto;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.job.plan.value.Milestones;
import dev.stoker.train.search.LearningRateFinderSettings;

/** The learning rate and its schedule. */
@OptionGroup("Learning rate")
public record LearningRateOptions(
        @Description("peak learning rate, or auto to find one by a range test") @Default("0.05")
        Auto<Double> lr,

        @Description("lowest learning rate of the range test (lr auto, tune lr)") @Default("1e-6")
        double lrFrom,

        @Description("highest learning rate of the range test (lr auto, tune lr)") @Default("10")
        double lrTo,

        @Description("number of steps of the range test (lr auto, tune lr)") @Default("100")
        int lrSteps,

        @Description("learning rate scaling with images per step over reference-batch: none, linear or sqrt")
        @Default("none")
        LearningRateScaling lrScaling,

        @Description("reference batch size: images per step that lr is meant for, with lr-scaling") @Default("64")
        int referenceBatch,

        @Description("learning rate schedule: constant, step, milestones, exponential, plateau, cosine, warm-restarts,"
                + " linear, polynomial, one-cycle, triangle or cyclical")
        @Default("cosine")
        ScheduleName schedule,

        @Description("warm-up epochs, over which the learning rate rises to its peak") @Default("1")
        double warmUp,

        @Description("step size of schedules step and exponential: epochs in which the learning rate falls by gamma;"
                + " required there")
        @Default("0")
        double stepEvery,

        @Description("epochs at which schedule milestones multiplies the learning rate by gamma, such as 30,60,80;"
                + " required there")
        @Default("none")
        Milestones milestones,

        @Description("patience of schedule plateau: evaluations without a better validation loss or metric of best-by"
                + " after which the learning rate is multiplied by gamma; required there")
        @Default("0")
        int plateauPatience,

        @Description("decay factor (gamma) of schedules step, milestones, exponential and plateau") @Default("0.1")
        double gamma,

        @Description("power of schedule polynomial") @Default("2")
        double power,

        @Description("rising fraction of the run of schedules one-cycle and triangle") @Default("0.3")
        double rise,

        @Description("start factor: initial learning rate of schedule triangle, as a factor of the peak")
        @Default("0.2")
        double startFactor,

        @Description("cycle length of schedules cyclical and warm-restarts in epochs; required there") @Default("0")
        double cycle,

        @Description("cycle multiplier (T_mult) of schedule warm-restarts: each cycle is so many times as long as the"
                + " one before")
        @Default("1")
        double cycleMultiplier,

        @Description("minimum learning rate after the warm-up, as a factor of the peak") @Default("0")
        double minFactor)
        implements Options {

    /** Schedules by name. */
    public enum ScheduleName {
        CONSTANT,
        STEP,
        MILESTONES,
        EXPONENTIAL,
        PLATEAU,
        COSINE,
        WARM_RESTARTS,
        LINEAR,
        POLYNOMIAL,
        ONE_CYCLE,
        TRIANGLE,
        CYCLICAL
    }

    /** How the learning rate is scaled with the images of a step. */
    public enum LearningRateScaling {
        NONE,
        LINEAR,
        SQRT;

        double factor(double ratio) {
            return switch (this) {
                case NONE -> 1;
                case LINEAR -> ratio;
                case SQRT -> Math.sqrt(ratio);
            };
        }
    }

    public LearningRateOptions {
        KeyCheck.that("lr", lr.isAutoOr(rate -> rate > 0 && Double.isFinite(rate)), "above 0, or auto", lr);
        KeyCheck.that("lr-from", lrFrom > 0 && Double.isFinite(lrFrom), "above 0", lrFrom);
        KeyCheck.that("lr-to", lrTo > 0 && Double.isFinite(lrTo), "above 0", lrTo);
        KeyCheck.that(
                "lr-steps",
                lrSteps >= LearningRateFinderSettings.FEWEST_STEPS,
                "at least " + LearningRateFinderSettings.FEWEST_STEPS,
                lrSteps);
        KeyCheck.that("reference-batch", referenceBatch >= 1, "at least 1", referenceBatch);
        KeyCheck.that("warm-up", warmUp >= 0 && Double.isFinite(warmUp), "at least 0", warmUp);
        KeyCheck.that("step-every", stepEvery >= 0 && Double.isFinite(stepEvery), "at least 0", stepEvery);
        KeyCheck.that("plateau-patience", plateauPatience >= 0, "at least 0", plateauPatience);
        KeyCheck.that("gamma", gamma > 0 && gamma < 1, "above 0 and below 1", gamma);
        KeyCheck.that("power", power > 0 && Double.isFinite(power), "above 0", power);
        KeyCheck.that("rise", rise > 0 && rise < 1, "above 0 and below 1", rise);
        KeyCheck.that("start-factor", startFactor > 0 && startFactor <= 1, "above 0 and at most 1", startFactor);
        KeyCheck.that("cycle", cycle >= 0 && Double.isFinite(cycle), "at least 0", cycle);
        KeyCheck.that(
                "cycle-multiplier",
                cycleMultiplier >= 1 && Double.isFinite(cycleMultiplier),
                "at least 1",
                cycleMultiplier);
        KeyCheck.that("min-factor", minFactor >= 0 && minFactor < 1, "at least 0 and below 1", minFactor);
    }

    public LearningRateOptions withLr(double chosen) {
        return with(chosen, lrScaling);
    }

    /** With a rate that holds for every batch size. */
    public LearningRateOptions withUnscaledLr(double chosen) {
        return with(chosen, LearningRateScaling.NONE);
    }

    private LearningRateOptions with(double chosen, LearningRateScaling scaling) {
        return new LearningRateOptions(
                Auto.of(chosen),
                lrFrom,
                lrTo,
                lrSteps,
                scaling,
                referenceBatch,
                schedule,
                warmUp,
                stepEvery,
                milestones,
                plateauPatience,
                gamma,
                power,
                rise,
                startFactor,
                cycle,
                cycleMultiplier,
                minFactor);
    }
}
