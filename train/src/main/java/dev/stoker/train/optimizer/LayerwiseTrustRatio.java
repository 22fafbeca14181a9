package dev.stoker.train.optimizer;

import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.function.UnaryOperator;

/**
 * What layer-wise optimizers have in common: each matrix moves as far as its own length allows. Biases and the scales of
 * norms, whose length says nothing, take the plain rate; they come as a group of their own.
 */
final class LayerwiseTrustRatio {
    private final boolean adaptive;
    private final Tensors parameters;

    LayerwiseTrustRatio(ParameterGroup group) {
        adaptive = group.parameters().values().stream().allMatch(ParameterGroup::isMatrix);
        parameters = group.values();
    }

    /** Multiplies moves by the rate; {@code ratio} makes of the lengths of matrices how much of it each may use. */
    void scale(Tensors moves, Tensor rate, UnaryOperator<Tensor> ratio) {
        if (adaptive) {
            moves.timesInPlace(Tensors.partsOf(ratio.apply(parameters.norms()).times(rate)));
        } else {
            moves.timesInPlace(rate);
        }
    }
}
