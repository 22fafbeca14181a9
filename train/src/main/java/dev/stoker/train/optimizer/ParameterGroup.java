package dev.stoker.train.optimizer;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;

/**
 * Parameters with the same hyperparameters, by name; they have gradients.
 *
 * @param until the epoch by which their learning rate has decayed to zero
 */
record ParameterGroup(Map<String, Tensor> parameters, double rateFactor, double weightDecay, double until) {
    static final double NO_END = Double.POSITIVE_INFINITY;

    boolean isEmpty() {
        return parameters.isEmpty();
    }

    /** The parameters that match, with another weight decay. */
    ParameterGroup where(BiPredicate<String, Tensor> kind, double decay) {
        var some = new LinkedHashMap<>(parameters);
        some.entrySet().removeIf(entry -> !kind.test(entry.getKey(), entry.getValue()));
        return new ParameterGroup(some, rateFactor, decay, until);
    }

    /** Matrices and kernels, as opposed to biases and the scales of norms. */
    static boolean isMatrix(Tensor parameter) {
        return parameter.sizes().length >= 2;
    }

    Tensors values() {
        return Tensors.of(List.copyOf(parameters.values()));
    }

    Tensors gradients() {
        return Tensors.of(parameters.values().stream().map(Tensor::gradient).toList());
    }

    /** Zeros of the size of each parameter, added to the state as {@code slot.parameter}. */
    Tensors slot(String slot, Map<String, Tensor> state) {
        parameters.forEach((name, tensor) -> state.put(slot + "." + name, tensor.zerosLike()));
        return kept(slot, state);
    }

    /** A float32 zero for each parameter, added to the state as {@code slot.parameter}. */
    Tensors counters(String slot, Map<String, Tensor> state) {
        parameters.forEach(
                (name, tensor) -> state.put(slot + "." + name, Tensor.zeros(DataType.FLOAT32, tensor.device())));
        return kept(slot, state);
    }

    Device device() {
        return parameters.values().iterator().next().device();
    }

    /** One zero for the whole group, in float64 since powers of it are taken. */
    Tensor counter(String slot, Map<String, Tensor> state) {
        var first = parameters.entrySet().iterator().next();
        var counter = Tensor.zeros(DataType.FLOAT64, first.getValue().device());
        state.put(slot + "." + first.getKey(), counter);
        return counter;
    }

    private Tensors kept(String slot, Map<String, Tensor> state) {
        return Tensors.of(parameters.keySet().stream()
                .map(name -> Objects.requireNonNull(state.get(slot + "." + name)))
                .toList());
    }
}
