package dev.stoker.nn;

import dev.stoker.core.DataType;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.nn.internal.WeightNames;
import dev.stoker.nn.layer.WeightSpec;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** The named tensors of a model: trainable parameters, frozen parameters and buffers; they live in the scope that created them. */
public final class Weights {
    private final Map<String, Tensor> parameters = new LinkedHashMap<>();
    private final Map<String, Tensor> frozen = new LinkedHashMap<>();
    private final Map<String, Tensor> buffers = new LinkedHashMap<>();
    private final Map<String, Tensor> all = new LinkedHashMap<>();

    private Weights() {}

    /**
     * Initialized weights. They are sampled on the host from the seed and the name, so they do not depend on the device, on
     * threads, or on the other layers of the model.
     */
    public static Weights initial(Model model, Seed seed, Device device) {
        var weights = new Weights();
        try (var _ = Gradients.off()) {
            InitialValues.sample(
                    WeightSpec.of(model), seed, (spec, values) -> weights.add(spec, initialized(spec, values, device)));
        }
        weights.parameters.values().forEach(Tensor::requireGradient);
        return weights;
    }

    /** Zeros, for weights that are read from a file: nothing is sampled, and nothing gets a gradient. */
    public static Weights zeros(Model model, Device device) {
        var weights = new Weights();
        try (var _ = Gradients.off()) {
            for (var spec : WeightSpec.of(model)) {
                var zeros = Tensor.zeros(spec.type(), device, spec.sizes());
                weights.add(spec, spec.sizes().length == 4 ? zeros.channelsLast() : zeros);
            }
        }
        return weights;
    }

    /** These tensors, by their names, without gradients; others that the model does not have are left out. */
    public static Weights of(Model model, Map<String, Tensor> tensors) {
        var weights = new Weights();
        for (var spec : WeightSpec.of(model)) {
            var tensor = tensors.get(spec.name());
            if (tensor == null || !Arrays.equals(tensor.sizes(), spec.sizes())) {
                throw new IllegalArgumentException("%s of model %s is %s, expected %s"
                        .formatted(
                                spec.name(),
                                model.name(),
                                tensor == null ? "missing" : Arrays.toString(tensor.sizes()),
                                spec.sizeList()));
            }
            weights.add(spec, tensor);
        }
        return weights;
    }

    private void add(WeightSpec spec, Tensor tensor) {
        (spec.trainable() ? parameters : buffers).put(spec.name(), tensor);
        all.put(spec.name(), tensor);
    }

    private static Tensor initialized(WeightSpec spec, Tensor values, Device device) {
        var tensor = values.to(spec.type(), device);
        values.release();
        return spec.sizes().length == 4 ? tensor.channelsLast() : tensor;
    }

    /** A copy of all tensors, without gradients. */
    public Weights copy() {
        return mapped((_, tensor) -> tensor.zerosLike(tensor.type()).copyFrom(tensor));
    }

    /** The same memory, with gradients of their own: for a thread that trains these weights beside others. */
    public Weights sharingMemory() {
        var shared = mapped((_, tensor) -> tensor.sharingMemory());
        shared.parameters.values().forEach(Tensor::requireGradient);
        return shared;
    }

    /**
     * Parameters in another type, with gradients; those of batch norms and all buffers are the same tensors as here, since
     * running averages in low precision would stop changing.
     */
    public Weights toType(DataType type) {
        return toType(type, name -> !isBatchNormWeight(name));
    }

    /** The same for some of the parameters; the others are the same tensors as here. */
    public Weights toType(DataType type, Predicate<String> which) {
        var copy = mapped((name, tensor) -> !buffers.containsKey(name) && which.test(name)
                ? tensor.zerosLike(type).copyFrom(tensor)
                : tensor);
        copy.parameters.values().forEach(Tensor::requireGradient);
        return copy;
    }

    private Weights mapped(BiFunction<String, Tensor, Tensor> change) {
        var copy = new Weights();
        try (var _ = Gradients.off()) {
            all.forEach((name, tensor) -> {
                var changed = change.apply(name, tensor);
                var kind = parameters.containsKey(name)
                        ? copy.parameters
                        : frozen.containsKey(name) ? copy.frozen : copy.buffers;
                kind.put(name, changed);
                copy.all.put(name, changed);
            });
        }
        return copy;
    }

    /** Whether a layer of running statistics has this weight. */
    private boolean isBatchNormWeight(String name) {
        String path = name.substring(0, name.lastIndexOf('.') + 1);
        return buffers.containsKey(path + "running_mean");
    }

    /** The same in another type: float64 makes finite differences accurate. */
    public Weights to(DataType type) {
        var weights =
                mapped((_, tensor) -> tensor.type() == DataType.FLOAT32 ? tensor.to(type, tensor.device()) : tensor);
        weights.parameters.values().forEach(Tensor::requireGradient);
        return weights;
    }

    /** Refuses patterns that match no parameter of the model, or all of them. */
    public static void checkFreezing(Model model, WeightNamePatterns patterns) {
        var names = WeightSpec.of(model).stream()
                .filter(WeightSpec::trainable)
                .map(WeightSpec::name)
                .toList();
        patterns.requireMatches("freeze", names);
        if (names.stream().allMatch(patterns::matches)) {
            throw new StokerException(
                    "freeze: %s leaves no parameter of model %s to train; do not freeze at least its head, %s"
                            .formatted(String.join(",", patterns.patterns()), model.name(), names.getLast()));
        }
    }

    /**
     * Freezes the parameters that match: they get no gradient and no update. A batch norm whose parameters
     * are all frozen keeps its running statistics, too.
     */
    public void freeze(WeightNamePatterns patterns) {
        parameters.forEach((name, tensor) -> {
            if (patterns.matches(name)) {
                frozen.put(name, tensor.disableGradient());
            }
        });
        parameters.keySet().removeAll(frozen.keySet());
    }

    /** Whether the layer has parameters and none of them is trained. */
    boolean isFrozen(String path) {
        return !frozen.isEmpty()
                && frozen.containsKey(WeightNames.join(path, "weight"))
                && frozen.containsKey(WeightNames.join(path, "bias"));
    }

    /** Trainable parameters. */
    public Map<String, Tensor> parameters() {
        return Collections.unmodifiableMap(parameters);
    }

    /** Parameters that are not trained. */
    public Map<String, Tensor> frozen() {
        return Collections.unmodifiableMap(frozen);
    }

    public Map<String, Tensor> buffers() {
        return Collections.unmodifiableMap(buffers);
    }

    /** Parameters and buffers in the order of a PyTorch state_dict. */
    public Map<String, Tensor> all() {
        return Collections.unmodifiableMap(all);
    }

    public Tensor tensor(String path, String name) {
        var tensor = all.get(WeightNames.join(path, name));
        if (tensor == null) {
            throw new IllegalStateException("these weights have no " + WeightNames.join(path, name));
        }
        return tensor;
    }
}
