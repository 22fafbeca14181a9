package dev.stoker.train.evaluation;

import java.util.Optional;

/**
 * Metrics of a model on images of a dataset: mean loss, accuracy, top-5 accuracy and, unless there are thousands of classes, the
 * confusion matrix. Corrupt images that were skipped are in none of them.
 */
public record Evaluation(
        double loss,
        double accuracy,
        double top5Accuracy,
        long images,
        Optional<ConfusionMatrix> confusion,
        CorruptImages corrupt) {
    public LossAndAccuracy score() {
        return new LossAndAccuracy(loss, accuracy);
    }
}
