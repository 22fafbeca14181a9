package dev.stoker.tensor;

import java.util.Optional;

/**
 * The tensors and hyperparameters of a batch norm in training, and what is before and after it.
 *
 * @param weight a factor for each channel; it and {@code bias} get gradients if they require them
 * @param runningMean moved by {@code momentum} toward the mean of each batch, as is the variance
 * @param batches how many batches it has seen, where they are counted
 * @param inputBias of a convolution before it, which was not added: the norm would take it away again, so that only the running mean
 *     knows it, and its gradient is zero
 * @param pooling after the activation
 */
public record BatchNorm(
        Tensor weight,
        Tensor bias,
        Tensor runningMean,
        Tensor runningVariance,
        double momentum,
        double epsilon,
        Optional<Tensor> batches,
        Optional<Tensor> inputBias,
        ActivationFunction activation,
        Optional<MaxPooling> pooling) {

    public BatchNorm(
            Tensor weight,
            Tensor bias,
            Tensor runningMean,
            Tensor runningVariance,
            double momentum,
            double epsilon,
            ActivationFunction activation) {
        this(
                weight,
                bias,
                runningMean,
                runningVariance,
                momentum,
                epsilon,
                Optional.empty(),
                Optional.empty(),
                activation,
                Optional.empty());
    }

    /** With what is before and after it. */
    public BatchNorm between(Optional<Tensor> skippedBias, Optional<MaxPooling> pool) {
        return new BatchNorm(
                weight, bias, runningMean, runningVariance, momentum, epsilon, batches, skippedBias, activation, pool);
    }
}
