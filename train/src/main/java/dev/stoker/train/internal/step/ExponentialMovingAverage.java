package dev.stoker.train.internal.step;

import dev.stoker.nn.Weights;
import dev.stoker.tensor.Tensors;
import java.util.List;

/** A moving average of the weights, which often classifies better than they do. Buffers are followed, not averaged. */
final class ExponentialMovingAverage {
    private final double past;
    private final Weights average;
    private final Tensors parameters;
    private final Tensors averagedParameters;
    private final Tensors buffers;
    private final Tensors averagedBuffers;

    ExponentialMovingAverage(double past, Weights weights) {
        this.past = past;
        average = weights.copy();
        parameters = Tensors.of(List.copyOf(weights.parameters().values()));
        averagedParameters = Tensors.of(List.copyOf(average.parameters().values()));
        buffers = Tensors.of(List.copyOf(weights.buffers().values()));
        averagedBuffers = Tensors.of(List.copyOf(average.buffers().values()));
    }

    void update() {
        Tensors.lerp(averagedParameters, parameters, 1 - past);
        if (!average.buffers().isEmpty()) {
            Tensors.copy(buffers, averagedBuffers);
        }
    }

    Weights weights() {
        return average;
    }
}
