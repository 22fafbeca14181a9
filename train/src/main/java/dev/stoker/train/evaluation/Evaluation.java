package dev.stoker.train.evaluation;

import dev.stoker.core.Task;
import java.util.Optional;

/**
 * Metrics of a model on images of a dataset: mean loss, accuracy, top-5 accuracy and, unless there are thousands of classes, the
 * confusion matrix. Where images have any number of classes, accuracy is the share of exact matches, and there are other metrics in
 * place of the matrix. Corrupt images that were skipped are in none of them.
 */
public record Evaluation(
        double loss,
        double accuracy,
        double top5Accuracy,
        long images,
        Optional<ConfusionMatrix> confusion,
        Optional<MultiLabelMetrics> multiLabel,
        CorruptImages corrupt) {
    /** Of a classifier. */
    public Evaluation(
            double loss,
            double accuracy,
            double top5Accuracy,
            long images,
            Optional<ConfusionMatrix> confusion,
            CorruptImages corrupt) {
        this(loss, accuracy, top5Accuracy, images, confusion, Optional.empty(), corrupt);
    }

    /** Of a model for any number of classes. */
    public static Evaluation ofMultiLabel(double loss, long images, MultiLabelMetrics metrics, CorruptImages corrupt) {
        return new Evaluation(loss, metrics.exactMatch(), 0, images, Optional.empty(), Optional.of(metrics), corrupt);
    }

    public Task task() {
        return multiLabel.isPresent() ? Task.MULTI_LABEL : Task.CLASSIFICATION;
    }

    /** The metric of the task: accuracy, or mAP. */
    public double metric() {
        return multiLabel.map(MultiLabelMetrics::meanAveragePrecision).orElse(accuracy);
    }

    /** Loss and the metric of the task. */
    public LossAndAccuracy score() {
        return new LossAndAccuracy(loss, metric());
    }
}
