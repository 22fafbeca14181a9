package dev.stoker.train.prune;

import dev.stoker.core.DataType;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.Tensors;
import dev.stoker.train.step.PruningSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A number for each weight of a convolution or linear layer, 1 where it stays and 0 where it is removed. Masks stay at their addresses
 * and are changed on the device, so a captured step that multiplies by them need not be captured anew.
 */
public final class PruningMasks {
    private final Map<String, Tensor> parameters = new LinkedHashMap<>();
    private final Map<String, Tensor> masks = new LinkedHashMap<>();

    /** Of weights that all stay; masks belong to the innermost scope. */
    public PruningMasks(Weights weights) {
        try (var _ = Gradients.off()) {
            weights.parameters().forEach((name, tensor) -> {
                if (isPrunable(tensor)) {
                    parameters.put(name, tensor);
                    masks.put(name, tensor.zerosLike(DataType.FLOAT32).fillInPlace(1.0));
                }
            });
        }
    }

    /** Norms and biases have one number for each channel, and are never pruned. */
    public static boolean isPrunable(Tensor weight) {
        return weight.sizes().length >= 2;
    }

    /** Removes this share of the weights, those with the smallest magnitudes. Those that were removed before are 0, so they stay so. */
    public void choose(double share, PruningSettings.Scope scope) {
        try (var _ = Gradients.off()) {
            switch (scope) {
                case LAYER -> parameters.keySet().forEach(name -> choose(share, List.of(name)));
                case GLOBAL -> choose(share, List.copyOf(parameters.keySet()));
            }
        }
    }

    private void choose(double share, List<String> names) {
        long count = Math.round(share
                * names.stream()
                        .mapToLong(name -> of(parameters, name).elements())
                        .sum());
        if (count < 1) {
            return;
        }
        try (var _ = TensorScope.open("pruning")) {
            var weights =
                    Tensors.of(names.stream().map(name -> of(parameters, name)).toList());
            var chosen = Tensors.of(names.stream().map(name -> of(masks, name)).toList());
            weights.markLarger(weights.smallestMagnitude(count), chosen);
        }
    }

    private static Tensor of(Map<String, Tensor> tensors, String name) {
        return Objects.requireNonNull(tensors.get(name));
    }

    /** Masks by the names of their weights. */
    public Map<String, Tensor> masks() {
        return Collections.unmodifiableMap(masks);
    }

    /** What sets removed weights of a model to 0, in place; the model is that of the masks, or a copy of it. */
    public Runnable applicationTo(Weights weights) {
        var tensors = new ArrayList<Tensor>();
        masks.keySet().forEach(name -> tensors.add(of(weights.all(), name)));
        var all = Tensors.of(tensors);
        var factors = Tensors.of(List.copyOf(masks.values()));
        return () -> all.timesInPlace(factors);
    }
}
