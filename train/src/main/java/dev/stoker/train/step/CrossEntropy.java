package dev.stoker.train.step;

import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;
import java.util.Optional;

/**
 * Cross entropy.
 *
 * @param labelSmoothing probability that is spread over all classes; 0 disables
 */
public record CrossEntropy(double labelSmoothing) implements ClassificationLoss {
    public CrossEntropy {
        ClassificationLoss.checkSmoothing(labelSmoothing);
    }

    @Override
    public Tensor sum(Tensor logits, Tensor labels, Optional<Tensor> classWeights) {
        return Functional.crossEntropySum(logits, labels, classWeights, labelSmoothing);
    }

    @Override
    public Tensor loss(Tensor logits, Tensor labels) {
        return Functional.crossEntropy(logits, labels, labelSmoothing);
    }
}
