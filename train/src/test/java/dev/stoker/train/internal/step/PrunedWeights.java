package dev.stoker.train.internal.step;

import dev.stoker.nn.Weights;
import dev.stoker.tensor.Tensor;
import dev.stoker.train.prune.PruningMasks;
import java.lang.foreign.ValueLayout;

/** How much of weights is 0. */
final class PrunedWeights {
    private PrunedWeights() {}

    /** The share of zeros among all weights that can be pruned. */
    static double share(Weights weights) {
        long zeros = 0;
        long all = 0;
        for (var tensor : weights.parameters().values()) {
            if (PruningMasks.isPrunable(tensor)) {
                zeros += zeros(tensor);
                all += tensor.elements();
            }
        }
        return (double) zeros / all;
    }

    static double share(Tensor tensor) {
        return (double) zeros(tensor) / tensor.elements();
    }

    private static long zeros(Tensor tensor) {
        long zeros = 0;
        for (float value : tensor.detach().toFloat().toHost().toArray(ValueLayout.JAVA_FLOAT)) {
            zeros += value == 0 ? 1 : 0;
        }
        return zeros;
    }
}
