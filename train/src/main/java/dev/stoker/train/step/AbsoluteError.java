package dev.stoker.train.step;

import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;

/** The mean absolute error, which outliers move less than the squared one. */
public record AbsoluteError(RegressionTargets targets) implements RegressionLoss {
    @Override
    public Tensor mean(Tensor predictions, Tensor standardized) {
        return Functional.meanAbsoluteError(predictions, standardized);
    }
}
