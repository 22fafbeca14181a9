package dev.stoker.train.evaluation;

import dev.stoker.core.Task;
import java.util.Optional;

/**
 * Metrics of a model on images of a dataset: mean loss, accuracy, top-5 accuracy and, unless there are thousands of classes, the
 * confusion matrix. Where images have any number of classes, accuracy is the share of exact matches, and there are other metrics in
 * place of the matrix. Where a model says numbers, there are only those of regression. Corrupt images that were skipped are in none of
 * them.
 */
public record Evaluation(
        double loss,
        double accuracy,
        double top5Accuracy,
        long images,
        Optional<ConfusionMatrix> confusion,
        Optional<MultiLabelMetrics> multiLabel,
        Optional<RegressionMetrics> regression,
        CorruptImages corrupt) {
    /** Of a classifier. */
    public Evaluation(
            double loss,
            double accuracy,
            double top5Accuracy,
            long images,
            Optional<ConfusionMatrix> confusion,
            CorruptImages corrupt) {
        this(loss, accuracy, top5Accuracy, images, confusion, Optional.empty(), Optional.empty(), corrupt);
    }

    /** Of a model for any number of classes. */
    public static Evaluation ofMultiLabel(double loss, long images, MultiLabelMetrics metrics, CorruptImages corrupt) {
        return new Evaluation(
                loss,
                metrics.exactMatch(),
                0,
                images,
                Optional.empty(),
                Optional.of(metrics),
                Optional.empty(),
                corrupt);
    }

    /** Of a model that says numbers. */
    public static Evaluation ofRegression(double loss, long images, RegressionMetrics metrics, CorruptImages corrupt) {
        return new Evaluation(loss, 0, 0, images, Optional.empty(), Optional.empty(), Optional.of(metrics), corrupt);
    }

    public Task task() {
        return regression.isPresent()
                ? Task.REGRESSION
                : multiLabel.isPresent() ? Task.MULTI_LABEL : Task.CLASSIFICATION;
    }

    /** The metric of the task: accuracy, mAP, or RMSE. */
    public double metric() {
        return switch (task()) {
            case CLASSIFICATION -> accuracy;
            case MULTI_LABEL -> multiLabel.orElseThrow().meanAveragePrecision();
            case REGRESSION -> regression.orElseThrow().rootMeanSquaredError();
        };
    }

    /** Loss and the metric of the task. */
    public LossAndAccuracy score() {
        return new LossAndAccuracy(loss, metric());
    }
}
