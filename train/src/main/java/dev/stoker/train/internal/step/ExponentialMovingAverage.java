package dev.stoker.train.internal.step;

import dev.stoker.nn.Weights;
import dev.stoker.tensor.GradientScaling;
import dev.stoker.tensor.Tensors;
import java.util.List;

/** An exponential moving average of the weights, which often classifies better. Buffers are copied, not averaged. */
final class ExponentialMovingAverage {
    private final double decay;
    private final Weights average;
    private final Tensors parameters;
    private final Tensors averagedParameters;
    private final Tensors buffers;
    private final Tensors averagedBuffers;

    ExponentialMovingAverage(double decay, Weights weights) {
        this.decay = decay;
        average = weights.copy();
        parameters = Tensors.of(List.copyOf(weights.parameters().values()));
        averagedParameters = Tensors.of(List.copyOf(average.parameters().values()));
        buffers = Tensors.of(List.copyOf(weights.buffers().values()));
        averagedBuffers = Tensors.of(List.copyOf(average.buffers().values()));
    }

    void update() {
        GradientScaling.lerp(averagedParameters, parameters, 1 - decay);
        if (!average.buffers().isEmpty()) {
            GradientScaling.copy(buffers, averagedBuffers);
        }
    }

    Weights weights() {
        return average;
    }
}
