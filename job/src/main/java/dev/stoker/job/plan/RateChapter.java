package dev.stoker.job.plan;

import dev.stoker.train.RangeSettings;

/** How far steps go, and how that changes. */
@Chapter("Learning rate")
public record RateChapter(
        @Explained("the peak learning rate, or auto to find one by a range test") @Usually("0.05") @OrAuto
        double lr,

        @Explained("the learning rate that lr auto and tune lr begin with") @Usually("1e-6")
        double lrFrom,

        @Explained("the learning rate that lr auto and tune lr end with") @Usually("10")
        double lrTo,

        @Explained("steps of lr auto and tune lr") @Usually("100")
        int lrSteps,

        @Explained("how lr follows when a step has more images than reference-batch: none, linear or sqrt")
        @Usually("none")
        RateScaling lrScaling,

        @Explained("images of a step that lr is meant for, with lr-scaling") @Usually("64")
        int referenceBatch,

        @Explained("how the learning rate moves: constant, step, cosine, linear, polynomial, one-cycle, triangle or"
                + " cyclical")
        @Usually("cosine")
        ScheduleName schedule,

        @Explained("epochs over which the learning rate rises to its peak") @Usually("1")
        double warmUp,

        @Explained("epochs after which schedule step falls, again and again; it needs them") @Usually("0")
        double stepEvery,

        @Explained("the factor by which schedule step falls") @Usually("0.1")
        double gamma,

        @Explained("the power of schedule polynomial") @Usually("2")
        double power,

        @Explained("share of the run in which schedule one-cycle or triangle rises") @Usually("0.3")
        double rise,

        @Explained("the factor of the peak that schedule triangle starts with") @Usually("0.2")
        double startFactor,

        @Explained("epochs of one cycle of schedule cyclical; it needs them") @Usually("0")
        double cycle,

        @Explained("the least learning rate after the warm-up, as a factor of the peak") @Usually("0")
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
    public enum RateScaling {
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

    public RateChapter {
        Check.that("lr", lr >= 0 && Double.isFinite(lr), "above 0, or auto", lr);
        Check.that("lr-from", lrFrom > 0 && Double.isFinite(lrFrom), "above 0", lrFrom);
        Check.that("lr-to", lrTo > 0 && Double.isFinite(lrTo), "above 0", lrTo);
        Check.that(
                "lr-steps", lrSteps >= RangeSettings.FEWEST_STEPS, "at least " + RangeSettings.FEWEST_STEPS, lrSteps);
        Check.that("reference-batch", referenceBatch >= 1, "at least 1", referenceBatch);
        Check.that("warm-up", warmUp >= 0 && Double.isFinite(warmUp), "at least 0", warmUp);
        Check.that("step-every", stepEvery >= 0 && Double.isFinite(stepEvery), "at least 0", stepEvery);
        Check.that("gamma", gamma > 0 && gamma < 1, "above 0 and below 1", gamma);
        Check.that("power", power > 0 && Double.isFinite(power), "above 0", power);
        Check.that("rise", rise > 0 && rise < 1, "above 0 and below 1", rise);
        Check.that("start-factor", startFactor > 0 && startFactor <= 1, "above 0 and at most 1", startFactor);
        Check.that("cycle", cycle >= 0 && Double.isFinite(cycle), "at least 0", cycle);
        Check.that("min-factor", minFactor >= 0 && minFactor < 1, "at least 0 and below 1", minFactor);
    }

    public boolean isAuto() {
        return lr == 0;
    }
}
