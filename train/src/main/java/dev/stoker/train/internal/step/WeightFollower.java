package dev.stoker.train.internal.step;

import dev.stoker.tensor.Tensor;
import java.util.Map;

/**
 * What follows the weights when they change: a low-precision copy, an average, masks. It changes tensors in place and waits for nothing, so
 * that a captured step contains it.
 */
interface WeightFollower {
    /** After an update by the optimizer, as a part of the step. */
    void updated();

    /** After weights were changed between steps: restored, or moved by Lookahead. */
    void replaced();

    /** What a checkpoint keeps, by name. */
    default Map<String, Tensor> state() {
        return Map.of();
    }
}
