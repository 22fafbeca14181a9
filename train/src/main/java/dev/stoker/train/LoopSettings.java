package dev.stoker.train;

import dev.stoker.train.evaluation.SelectionMetric;
import dev.stoker.train.evaluation.TestTimeAugmentation;

/**
 * When to evaluate, to report and to keep a checkpoint, and when to stop before the last epoch: after so many steps, so many
 * seconds, or so many evaluations in a row without improvement. A limit of 0 is none.
 *
 * @param bestBy the metric by which the best weights are selected
 * @param logEvery steps between reports
 * @param checkpointEvery steps between checkpoints, besides those at the end of epochs
 */
public record LoopSettings(
        Interval evaluateEvery,
        TestTimeAugmentation testTimeAugmentation,
        SelectionMetric bestBy,
        long maxSteps,
        double maxSeconds,
        int earlyStoppingPatience,
        int logEvery,
        int checkpointEvery) {
    /** Why a run is over. */
    public enum StopReason {
        ALL_EPOCHS,
        MAX_STEPS,
        MAX_TIME,
        NO_IMPROVEMENT
    }

    public LoopSettings {
        if (maxSteps < 0 || !(maxSeconds >= 0) || earlyStoppingPatience < 0) {
            throw new IllegalArgumentException("limits cannot be negative, got %d steps, %s s and %d evaluations"
                    .formatted(maxSteps, maxSeconds, earlyStoppingPatience));
        }
        if (logEvery < 1 || checkpointEvery < 1) {
            throw new IllegalArgumentException("reports and checkpoints must be at least 1 step apart, got %d and %d"
                    .formatted(logEvery, checkpointEvery));
        }
    }

    /** Starts from an evaluation after each epoch, no limits, and a report and a checkpoint every 1,000 steps. */
    public static Builder builder() {
        return new Builder();
    }

    /** The steps of a run whose epochs have {@code all} together. */
    long steps(long all) {
        return maxSteps == 0 ? all : Math.min(all, maxSteps);
    }

    /** Settings by name. */
    public static final class Builder {
        private Interval evaluateEvery = new Interval.Epochs(1);
        private TestTimeAugmentation testTimeAugmentation = TestTimeAugmentation.NONE;
        private SelectionMetric bestBy = SelectionMetric.ACCURACY;
        private long maxSteps;
        private double maxSeconds;
        private int earlyStoppingPatience;
        private int logEvery = 1000;
        private int checkpointEvery = 1000;

        private Builder() {}

        public Builder evaluateEvery(Interval interval) {
            evaluateEvery = interval;
            return this;
        }

        public Builder testTimeAugmentation(TestTimeAugmentation augmentation) {
            testTimeAugmentation = augmentation;
            return this;
        }

        public Builder bestBy(SelectionMetric metric) {
            bestBy = metric;
            return this;
        }

        public Builder maxSteps(long steps) {
            maxSteps = steps;
            return this;
        }

        public Builder maxSeconds(double seconds) {
            maxSeconds = seconds;
            return this;
        }

        public Builder earlyStoppingPatience(int evaluations) {
            earlyStoppingPatience = evaluations;
            return this;
        }

        public Builder logEvery(int steps) {
            logEvery = steps;
            return this;
        }

        public Builder checkpointEvery(int steps) {
            checkpointEvery = steps;
            return this;
        }

        public LoopSettings build() {
            return new LoopSettings(
                    evaluateEvery,
                    testTimeAugmentation,
                    bestBy,
                    maxSteps,
                    maxSeconds,
                    earlyStoppingPatience,
                    logEvery,
                    checkpointEvery);
        }
    }
}
