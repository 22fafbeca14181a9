package dev.stoker.job.plan;

import dev.stoker.train.search.LearningRateFinderSettings;

/** How far steps go, and how that changes. */
@OptionGroup("Learning rate")
public record LearningRateOptions(
        @Description("the peak learning rate, or auto to find one by a range test") @Default("0.05") @OrAuto
        double lr,

        @Description("the learning rate that lr auto and tune lr begin with") @Default("1e-6")
        double lrFrom,

        @Description("the learning rate that lr auto and tune lr end with") @Default("10")
        double lrTo,

        @Description("steps of lr auto and tune lr") @Default("100")
        int lrSteps,

        @Description("how lr follows when a step has more images than reference-batch: none, linear or sqrt")
        @Default("none")
        LearningRateScaling lrScaling,

        @Description("images of a step that lr is meant for, with lr-scaling") @Default("64")
        int referenceBatch,

        @Description("how the learning rate moves: constant, step, cosine, linear, polynomial, one-cycle, triangle or"
                + " cyclical")
        @Default("cosine")
        ScheduleName schedule,

        @Description("epochs over which the learning rate rises to its peak") @Default("1")
        double warmUp,

        @Description("epochs after which schedule step falls, again and again; it needs them") @Default("0")
        double stepEvery,

        @Description("the factor by which schedule step falls") @Default("0.1")
        double gamma,

        @Description("the power of schedule polynomial") @Default("2")
        double power,

        @Description("share of the run in which schedule one-cycle or triangle rises") @Default("0.3")
        double rise,

        @Description("the factor of the peak that schedule triangle starts with") @Default("0.2")
        double startFactor,

        @Description("epochs of one cycle of schedule cyclical; it needs them") @Default("0")
        double cycle,

        @Description("the least learning rate after the warm-up, as a factor of the peak") @Default("0")
        double minFactor) {

    /** Schedules by name. */
    public enum ScheduleName {
        CONSTANT,
        STEP,
        COSINE,
        LINEAR,
        POLYNOMIAL,
        ONE_CYCLE,
        TRIANGLE,
        CYCLICAL
    }

    /** How the learning rate follows the images of a step. */
    public enum LearningRateScaling {
        NONE,
        LINEAR,
        SQRT;

        double factor(double timesAsManyImages) {
            return switch (this) {
                case NONE -> 1;
                case LINEAR -> timesAsManyImages;
                case SQRT -> Math.sqrt(timesAsManyImages);
            };
        }
    }

    public LearningRateOptions {
        KeyCheck.that("lr", lr >= 0 && Double.isFinite(lr), "above 0, or auto", lr);
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
        KeyCheck.that("gamma", gamma > 0 && gamma < 1, "above 0 and below 1", gamma);
        KeyCheck.that("power", power > 0 && Double.isFinite(power), "above 0", power);
        KeyCheck.that("rise", rise > 0 && rise < 1, "above 0 and below 1", rise);
        KeyCheck.that("start-factor", startFactor > 0 && startFactor <= 1, "above 0 and at most 1", startFactor);
        KeyCheck.that("cycle", cycle >= 0 && Double.isFinite(cycle), "at least 0", cycle);
        KeyCheck.that("min-factor", minFactor >= 0 && minFactor < 1, "at least 0 and below 1", minFactor);
    }

    public boolean isAuto() {
        return lr == 0;
    }
}
