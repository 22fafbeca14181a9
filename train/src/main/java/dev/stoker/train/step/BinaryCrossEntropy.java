package dev.stoker.train.step;

import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;
import java.util.Optional;

/**
 * Binary cross entropy of each class against all others, summed over the classes of a row, as timm's with {@code --bce-sum}:
 * gradients are then as large as those of cross entropy, and the same learning rates fit. A row counts by the weight of its
 * class.
 *
 * @param labelSmoothing probability that is spread over all classes; 0 disables
 */
public record BinaryCrossEntropy(double labelSmoothing) implements ClassificationLoss {
    public BinaryCrossEntropy {
        ClassificationLoss.checkSmoothing(labelSmoothing);
    }

    @Override
    public Tensor sum(Tensor logits, Tensor labels, Optional<Tensor> classWeights) {
        var targets = SmoothedTargets.of(labels, logits.sizes()[1], labelSmoothing);
        var losses = Functional.binaryCrossEntropy(logits, targets);
        return classWeights
                .map(weights -> losses.times(weights.elementsAt(labels).reshape(-1, 1)))
                .orElse(losses)
                .sum();
    }
}
