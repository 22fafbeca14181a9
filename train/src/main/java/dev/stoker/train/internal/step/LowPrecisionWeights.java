package dev.stoker.train.internal.step;

import dev.stoker.core.DataType;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.ArrayList;
import java.util.List;

/**
 * A copy of the weights in a 16-bit type, which forward and backward passes use; batch norm stays in 32 bits. Updates are
 * applied to the 32-bit weights, in which small changes are not lost.
 */
final class LowPrecisionWeights implements WeightFollower {
    private final DataType type;
    private final Weights copy;
    private final Tensors fullPrecision;
    private final Tensors lowPrecision;
    private final Tensors fullPrecisionGradients;
    private final Tensors lowPrecisionGradients;

    /** The weights have gradients already. */
    LowPrecisionWeights(Weights weights, DataType type) {
        this.type = type;
        copy = weights.toType(type);
        var from = new ArrayList<Tensor>();
        var to = new ArrayList<Tensor>();
        copy.parameters().forEach((name, tensor) -> {
            if (tensor.type() == type) {
                from.add(weights.all().get(name));
                to.add(tensor.createGradient());
            }
        });
        fullPrecision = Tensors.of(from);
        lowPrecision = Tensors.of(to);
        fullPrecisionGradients = Tensors.of(gradients(from));
        lowPrecisionGradients = Tensors.of(gradients(to));
    }

    private static List<Tensor> gradients(List<Tensor> tensors) {
        return tensors.stream().map(Tensor::gradient).toList();
    }

    Weights weights() {
        return copy;
    }

    void clearGradients() {
        lowPrecisionGradients.zeroInPlace();
    }

    /** Copies gradients to 32 bits. */
    void collectGradients() {
        Tensors.copy(lowPrecisionGradients, fullPrecisionGradients);
    }

    /** What copies the gradients of some of the weights to 32 bits. */
    Runnable collector(Weights weights, List<String> names) {
        var from = new ArrayList<Tensor>();
        var to = new ArrayList<Tensor>();
        for (String name : names) {
            var parameter = copy.parameters().get(name);
            if (parameter != null && parameter.type() == type) {
                from.add(parameter.gradient());
                to.add(weights.tensor("", name).gradient());
            }
        }
        if (from.isEmpty()) {
            return () -> {};
        }
        var low = Tensors.of(from);
        var full = Tensors.of(to);
        return () -> Tensors.copy(low, full);
    }

    @Override
    public void updated() {
        Tensors.copy(fullPrecision, lowPrecision);
    }

    @Override
    public void replaced() {
        updated();
    }
}
