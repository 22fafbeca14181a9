package dev.stoker.optimize.prune;

import dev.stoker.nn.WeightedModel;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.train.prune.PruningMasks;
import dev.stoker.train.step.PruningSettings;
import java.lang.foreign.ValueLayout;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sets the smallest weights of convolutions and linear layers to 0, all at once. */
public final class MagnitudePruning {
    private MagnitudePruning() {}

    /** The same model with this share of its weights at 0; new tensors belong to the innermost scope. */
    public static WeightedModel of(WeightedModel model, double share, PruningSettings.Scope scope) {
        var weights = model.weights().copy();
        var masks = new PruningMasks(weights);
        masks.choose(share, scope);
        try (var _ = Gradients.off()) {
            masks.applicationTo(weights).run();
        }
        return new WeightedModel(model.model(), weights);
    }

    /** The share of zeros in what can be pruned, by the name of the layer. */
    public static Map<String, Double> sparsity(Weights weights) {
        var shares = new LinkedHashMap<String, Double>();
        weights.parameters().forEach((name, tensor) -> {
            if (PruningMasks.isPrunable(tensor)) {
                shares.put(name.substring(0, Math.max(0, name.lastIndexOf('.'))), zeros(tensor));
            }
        });
        return shares;
    }

    private static double zeros(Tensor tensor) {
        long zeros = 0;
        for (float value : tensor.toHost().toArray(ValueLayout.JAVA_FLOAT)) {
            zeros += value == 0 ? 1 : 0;
        }
        return (double) zeros / tensor.elements();
    }
}
