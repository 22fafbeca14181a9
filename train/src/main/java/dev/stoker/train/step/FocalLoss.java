package dev.stoker.train.step;

import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;
import java.util.Optional;

/**
 * Focal loss (Lin et al., 2017): cross entropy in which a class counts less the more probable it is already, by
 * (1 - probability)^gamma. The weights of classes are its alpha.
 *
 * @param gamma 0 is cross entropy
 * @param labelSmoothing probability that is spread over all classes; 0 disables
 */
public record FocalLoss(double gamma, double labelSmoothing) implements ClassificationLoss {
    /** The derivative of a power below 1 is infinite at 0. */
    static final double LEAST_COMPLEMENT = 1e-7;

    public FocalLoss {
        if (!(gamma >= 0 && Double.isFinite(gamma))) {
            throw new IllegalArgumentException("gamma of the focal loss must be at least 0, got " + gamma);
        }
        ClassificationLoss.checkSmoothing(labelSmoothing);
    }

    @Override
    public Tensor sum(Tensor logits, Tensor labels, Optional<Tensor> classWeights) {
        var logarithms = Functional.logSoftmax(logits);
        var complements = logarithms.exponentialMinusOne().times(-1).atLeast(LEAST_COMPLEMENT);
        var targets = SmoothedTargets.of(labels, logits.sizes()[1], labelSmoothing);
        var weighted = classWeights.map(targets::times).orElse(targets);
        return complements
                .toPower(gamma)
                .times(logarithms)
                .times(weighted)
                .sum()
                .times(-1);
    }
}
