package dev.stoker.train.optimizer;

import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.function.UnaryOperator;

/**
 * What layer-wise optimizers have in common: updates are scaled by the norm of each matrix. Biases and the scales of norm
 * layers, whose norm means nothing, use the global rate; they are a group of their own.
 */
final class LayerwiseTrustRatio {
    private final boolean adaptive;
    private final Tensors parameters;

    LayerwiseTrustRatio(ParameterGroup group) {
        adaptive = group.parameters().values().stream().allMatch(ParameterGroup::isMatrix);
        parameters = group.values();
    }

    /** Multiplies updates by the rate; {@code ratio} turns the norms of matrices into trust ratios. */
    void scale(Tensors moves, Tensor rate, UnaryOperator<Tensor> ratio) {
        if (adaptive) {
            moves.timesInPlace(Tensors.partsOf(ratio.apply(parameters.norms()).times(rate)));
        } else {
            moves.timesInPlace(rate);
        }
    }
}
