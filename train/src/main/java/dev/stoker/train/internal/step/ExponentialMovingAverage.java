package dev.stoker.train.internal.step;

import dev.stoker.nn.Weights;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An exponential moving average of the weights, which often classifies better. Buffers are copied, not averaged. */
final class ExponentialMovingAverage implements WeightFollower {
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

    @Override
    public void updated() {
        Tensors.lerp(averagedParameters, parameters, 1 - decay);
        if (!average.buffers().isEmpty()) {
            Tensors.copy(buffers, averagedBuffers);
        }
    }

    /** An average is of what updates made. */
    @Override
    public void replaced() {}

    @Override
    public Map<String, Tensor> state() {
        var state = new LinkedHashMap<String, Tensor>();
        average.all().forEach((name, tensor) -> state.put("average." + name, tensor));
        return state;
    }

    Weights weights() {
        return average;
    }
}
