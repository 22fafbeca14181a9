package dev.stoker.train.evaluation;

import java.util.Optional;

/**
 * What a model is worth on the test images: mean loss, the shares whose class came first and among the first five, and,
 * unless there are thousands of classes, who was taken for whom.
 */
public record Evaluation(
        double loss, double accuracy, double top5Accuracy, long images, Optional<ConfusionMatrix> confusion) {
    public LossAndAccuracy score() {
        return new LossAndAccuracy(loss, accuracy);
    }
}
