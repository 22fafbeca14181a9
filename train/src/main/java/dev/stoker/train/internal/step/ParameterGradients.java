package dev.stoker.train.internal.step;

import dev.stoker.nn.Weights;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.List;

/** The gradients of all parameters, in 32 bits: computed by {@link GradientComputation}, used by {@link WeightUpdate}. */
record ParameterGradients(List<Tensor> list, Tensors all) {
    /** The parameters have gradients already: an optimizer creates them. */
    static ParameterGradients of(Weights weights) {
        var list = weights.parameters().values().stream().map(Tensor::gradient).toList();
        return new ParameterGradients(list, Tensors.of(list));
    }

    void clear() {
        all.zeroInPlace();
    }
}
