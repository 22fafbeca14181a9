package dev.stoker.job.plan;

import dev.stoker.train.Interval;
import dev.stoker.train.evaluation.TestTimeAugmentation;

/** When a run is evaluated, and when it ends. */
@OptionGroup("Evaluation and end")
public record EvaluationAndStoppingOptions(
        @Description("when to evaluate: 2epochs, 500steps, 10min") @Default("1epoch")
        String evaluateEvery,

        @Description("what to evaluate of each image: none for it alone, flip for its flipped image too, or shifts")
        @Default("none")
        TestTimeAugmentation tta,

        @Description("steps that count as an epoch; 0 is a whole pass over the training images") @Default("0")
        int stepsPerEpoch,

        @Description("steps after which the run ends; 0 is no limit") @Default("0")
        long maxSteps,

        @Description("time after which the run ends, such as 90min or 2h, or none") @Default("none")
        String maxTime,

        @Description("evaluations in a row without a better test loss or accuracy that end the run; 0 is never")
        @Default("0")
        int stopAfter) {

    public EvaluationAndStoppingOptions {
        KeyCheck.that("evaluate-every", isInterval(evaluateEvery), "such as 2epochs, 500steps or 10min", evaluateEvery);
        KeyCheck.that("steps-per-epoch", stepsPerEpoch >= 0, "at least 0", stepsPerEpoch);
        KeyCheck.that("max-steps", maxSteps >= 0, "at least 0", maxSteps);
        KeyCheck.that(
                "max-time",
                maxTime.equals(Plan.NONE) || isTime(maxTime),
                "a time such as 90min or 2h, or none",
                maxTime);
        KeyCheck.that("stop-after", stopAfter >= 0, "at least 0", stopAfter);
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
