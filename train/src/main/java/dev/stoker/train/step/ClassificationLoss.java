package dev.stoker.train.step;

import dev.stoker.tensor.Tensor;
import java.util.Optional;

/**
 * A loss of a plan: a sum over the rows of a batch, in which classes may have weights. All are linear in the targets, so
 * that two labels of an image, weighted, are the soft target of Mixup and CutMix. Evaluations report cross entropy
 * whatever the loss, without label smoothing and weights, so that runs can be compared.
 */
public sealed interface ClassificationLoss extends Loss permits CrossEntropy, FocalLoss, BinaryCrossEntropy {
    /** Probability that is spread over all classes; 0 disables. */
    double labelSmoothing();

    /**
     * The sum over the rows of a batch.
     *
     * @param classWeights float32, by which each class counts; all the same where it is empty
     */
    Tensor sum(Tensor logits, Tensor labels, Optional<Tensor> classWeights);

    @Override
    default Tensor loss(Tensor logits, Tensor labels) {
        return sum(logits, labels, Optional.empty()).times(1.0 / logits.sizes()[0]);
    }

    @Override
    default Loss forEvaluation() {
        return new CrossEntropy(0);
    }

    /** With weights of classes. */
    default Loss weighted(ClassWeights weights) {
        return new ClassWeightedLoss(this, weights);
    }

    /** Refuses what is no label smoothing. */
    static void checkSmoothing(double labelSmoothing) {
        if (!(labelSmoothing >= 0 && labelSmoothing < 1)) {
            throw new IllegalArgumentException("label smoothing must be at least 0 and below 1, got " + labelSmoothing);
        }
    }
}
