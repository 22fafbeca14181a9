package dev.stoker.train.step;

import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;

/**
 * The loss of Huber (1964): half the square of errors up to delta, linear beyond. With a delta of 1 it is the smooth L1 loss.
 *
 * @param delta in deviations of the target
 */
public record HuberLoss(RegressionTargets targets, double delta) implements RegressionLoss {
    public HuberLoss {
        if (!(delta > 0 && Double.isFinite(delta))) {
            throw new IllegalArgumentException("delta of the Huber loss must be above 0, got " + delta);
        }
    }

    @Override
    public Tensor mean(Tensor predictions, Tensor standardized) {
        return Functional.huberLoss(predictions, standardized, delta);
    }
}
