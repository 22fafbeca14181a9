package dev.stoker.train.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Metrics of a model that says numbers, in the units of the data.
 *
 * @param perTarget every target in order
 */
public record RegressionMetrics(List<TargetScore> perTarget) {
    public RegressionMetrics {
        perTarget = List.copyOf(perTarget);
    }

    /**
     * One target.
     *
     * @param squaredErrors the sum of the squared errors of all samples
     * @param absoluteErrors the sum of the absolute errors of all samples
     * @param mean of the target itself
     * @param squaredDeviations the sum of the squared deviations of the target from its mean
     */
    public record TargetScore(
            long samples, double squaredErrors, double absoluteErrors, double mean, double squaredDeviations) {
        public double rootMeanSquaredError() {
            return Math.sqrt(squaredErrors / Math.max(1, samples));
        }

        public double meanAbsoluteError() {
            return absoluteErrors / Math.max(1, samples);
        }

        /** Of the target itself: the error of predicting its mean. */
        public double standardDeviation() {
            return Math.sqrt(squaredDeviations / Math.max(1, samples));
        }

        /**
         * R², the share of the variance that predictions explain: 1 where all are right, 0 for the mean, negative for worse. Of a target that is
         * always the same it is 1 where all are right, and else 0, as scikit-learn has it.
         */
        public double determination() {
            if (squaredDeviations <= 0) {
                return squaredErrors == 0 ? 1 : 0;
            }
            return 1 - squaredErrors / squaredDeviations;
        }

        /** That of the samples of both. */
        TargetScore plus(TargetScore other) {
            long count = samples + other.samples;
            double share = other.samples / (double) Math.max(1, count);
            double distance = other.mean - mean;
            return new TargetScore(
                    count,
                    squaredErrors + other.squaredErrors,
                    absoluteErrors + other.absoluteErrors,
                    mean + share * distance,
                    squaredDeviations + other.squaredDeviations + samples * share * distance * distance);
        }
    }

    /** RMSE, the mean over targets. */
    public double rootMeanSquaredError() {
        return mean(TargetScore::rootMeanSquaredError);
    }

    /** MAE, the mean over targets. */
    public double meanAbsoluteError() {
        return mean(TargetScore::meanAbsoluteError);
    }

    /** R², the mean over targets. */
    public double determination() {
        return mean(TargetScore::determination);
    }

    private double mean(ToDoubleFunction<TargetScore> metric) {
        return perTarget.stream().mapToDouble(metric).average().orElse(0);
    }

    /** Those of the samples of both. */
    public RegressionMetrics plus(RegressionMetrics other) {
        var sums = new ArrayList<TargetScore>();
        for (int target = 0; target < perTarget.size(); target++) {
            sums.add(perTarget.get(target).plus(other.perTarget.get(target)));
        }
        return new RegressionMetrics(sums);
    }
}
