package dev.stoker.train.evaluation;

import java.util.function.ToDoubleFunction;

/** The metric of an evaluation by which the best weights are selected. */
public enum SelectionMetric {
    /** Or what the task has in its place: mAP, or RMSE, of which less is better. */
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
            case ACCURACY -> evaluation.task().hasShares() ? evaluation.metric() : -evaluation.metric();
            case LOSS -> -evaluation.loss();
            case TOP5 -> evaluation.top5Accuracy();
            case BALANCED_ACCURACY -> mean(evaluation, ConfusionMatrix.MacroAverages::recall);
            case MACRO_F1 ->
                evaluation
                        .multiLabel()
                        .map(MultiLabelMetrics::macroF1)
                        .orElseGet(() -> mean(evaluation, ConfusionMatrix.MacroAverages::f1));
        };
    }

    /** Where there are too many classes for a confusion matrix, accuracy stands in. */
    private static double mean(Evaluation evaluation, ToDoubleFunction<ConfusionMatrix.MacroAverages> metric) {
        return evaluation
                .confusion()
                .map(confusion -> metric.applyAsDouble(confusion.macroAverages()))
                .orElseGet(evaluation::accuracy);
    }
}
