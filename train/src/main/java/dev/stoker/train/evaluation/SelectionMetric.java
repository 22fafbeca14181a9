package dev.stoker.train.evaluation;

import java.util.function.ToDoubleFunction;

/** The metric of an evaluation by which the best weights are selected. */
public enum SelectionMetric {
    ACCURACY,
    LOSS,
    TOP5,
    /** The mean recall of the classes, in which each class counts the same, however many samples it has. */
    BALANCED_ACCURACY,
    /** The mean of the classes' harmonic means of precision and recall. */
    MACRO_F1;

    /** The value of an evaluation, where more is better. */
    public double score(Evaluation evaluation) {
        return switch (this) {
            case ACCURACY -> evaluation.accuracy();
            case LOSS -> -evaluation.loss();
            case TOP5 -> evaluation.top5Accuracy();
            case BALANCED_ACCURACY -> mean(evaluation, ConfusionMatrix.ClassMetrics::recall);
            case MACRO_F1 -> mean(evaluation, SelectionMetric::f1);
        };
    }

    /** Where there are too many classes for a confusion matrix, accuracy stands in. */
    private static double mean(Evaluation evaluation, ToDoubleFunction<ConfusionMatrix.ClassMetrics> metric) {
        return evaluation
                .confusion()
                .map(confusion -> confusion.perClass().stream()
                        .filter(each -> each.images() > 0)
                        .mapToDouble(metric)
                        .average()
                        .orElse(0))
                .orElseGet(evaluation::accuracy);
    }

    private static double f1(ConfusionMatrix.ClassMetrics metrics) {
        double sum = metrics.precision() + metrics.recall();
        return sum == 0 ? 0 : 2 * metrics.precision() * metrics.recall() / sum;
    }
}
