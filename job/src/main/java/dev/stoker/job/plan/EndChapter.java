package dev.stoker.job.plan;

import dev.stoker.train.Interval;
import dev.stoker.train.Views;

/** When a run is evaluated, and when it ends. */
@Chapter("Evaluation and end")
public record EndChapter(
        @Explained("when to evaluate: 2epochs, 500steps, 10min") @Usually("1epoch")
        String evaluateEvery,

        @Explained("what to evaluate of each picture: none for it alone, mirror for its mirror image too, or shifts")
        @Usually("none")
        Views tta,

        @Explained("steps that count as an epoch; 0 is a whole pass over the training images") @Usually("0")
        int stepsPerEpoch,

        @Explained("steps after which the run ends; 0 is no limit") @Usually("0")
        long maxSteps,

        @Explained("time after which the run ends, such as 90min or 2h, or none") @Usually("none")
        String maxTime,

        @Explained("evaluations in a row without a better test loss or accuracy that end the run; 0 is never")
        @Usually("0")
        int stopAfter) {

    public EndChapter {
        Check.that("evaluate-every", isInterval(evaluateEvery), "such as 2epochs, 500steps or 10min", evaluateEvery);
        Check.that("steps-per-epoch", stepsPerEpoch >= 0, "at least 0", stepsPerEpoch);
        Check.that("max-steps", maxSteps >= 0, "at least 0", maxSteps);
        Check.that(
                "max-time",
                maxTime.equals(Plan.NONE) || isTime(maxTime),
                "a time such as 90min or 2h, or none",
                maxTime);
        Check.that("stop-after", stopAfter >= 0, "at least 0", stopAfter);
    }

    private static boolean isInterval(String text) {
        try {
            return Interval.parse(text) != null;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static boolean isTime(String text) {
        return isInterval(text) && Interval.parse(text) instanceof Interval.Time;
    }
}
