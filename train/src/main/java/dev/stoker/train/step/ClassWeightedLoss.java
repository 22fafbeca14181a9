package dev.stoker.train.step;

import dev.stoker.tensor.Tensor;
import java.util.Optional;

/**
 * A loss whose classes have weights. The mean divides by the sum of the weights of the rows, as that of PyTorch's losses
 * does; rows of zero weight alone have a loss of 0.
 */
public record ClassWeightedLoss(ClassificationLoss rows, ClassWeights weights) implements Loss {
    @Override
    public Tensor loss(Tensor logits, Tensor labels) {
        var onDevice = weights.on(logits.device());
        return rows.sum(logits, labels, Optional.of(onDevice))
                .times(onDevice.elementsAt(labels).sum().reciprocalOrZero());
    }

    @Override
    public Loss forEvaluation() {
        return rows.forEvaluation();
    }
}
