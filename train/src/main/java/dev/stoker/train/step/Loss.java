package dev.stoker.train.step;

import dev.stoker.tensor.Tensor;

/**
 * The loss function of a training. It may be your own: compute it by tensor operations that gradients pass through. On a GPU
 * the step is captured once and replayed, so a loss must not read values to the host ({@link Tensor#value}), and it must do the
 * same operations each time. With Mixup or CutMix it is called for both labels of an image, and the results are weighted.
 */
@FunctionalInterface
public interface Loss {
    /**
     * The mean loss of a batch.
     *
     * @param logits float32, images × classes
     * @param labels int64, the class of each image
     * @return float32 without dimensions
     */
    Tensor loss(Tensor logits, Tensor labels);

    /** The loss that evaluations report; the same by default. */
    default Loss forEvaluation() {
        return this;
    }

    /** Cross entropy, the default. Evaluations report it without label smoothing. */
    static ClassificationLoss crossEntropy(double labelSmoothing) {
        return new CrossEntropy(labelSmoothing);
    }

    /** Focal loss; evaluations report cross entropy. */
    static ClassificationLoss focal(double gamma, double labelSmoothing) {
        return new FocalLoss(gamma, labelSmoothing);
    }

    /** Binary cross entropy of each class against all others; evaluations report cross entropy. */
    static ClassificationLoss binaryCrossEntropy(double labelSmoothing) {
        return new BinaryCrossEntropy(labelSmoothing);
    }
}
