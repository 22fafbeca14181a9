package dev.stoker.train.step;

import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;

/**
 * The mean squared error. It is the only loss of regression of which two labels, weighted, have the gradient of the weighted target, as
 * Mixup and CutMix need.
 */
public record SquaredError(RegressionTargets targets) implements RegressionLoss {
    @Override
    public Tensor mean(Tensor predictions, Tensor standardized) {
        return Functional.meanSquaredError(predictions, standardized);
    }
}
