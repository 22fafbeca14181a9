package dev.stoker.tensor;

/**
 * The tensors and hyperparameters of a batch norm in training, and the activation after it.
 *
 * @param weight a factor for each channel; it and {@code bias} get gradients if they require them
 * @param runningMean moved by {@code momentum} toward the mean of each batch, as is the variance
 */
public record BatchNorm(
        Tensor weight,
        Tensor bias,
        Tensor runningMean,
        Tensor runningVariance,
        double momentum,
        double epsilon,
        ActivationFunction activation) {}
