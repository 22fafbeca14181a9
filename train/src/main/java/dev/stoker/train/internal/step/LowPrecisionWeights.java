package dev.stoker.train.internal.step;

import dev.stoker.core.DataType;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A copy of weights in a 16-bit type, which forward and backward passes use. Updates are applied to the 32-bit weights, in which small
 * changes are not lost; all of the copy is written in a few kernels then, where autocast has one for each weight and another for its
 * gradient.
 */
final class LowPrecisionWeights implements WeightFollower {
    /** A weight in both types. */
    private record Pair(Tensor low, Tensor full) {}

    private final Weights copy;
    private final Map<String, Pair> pairs = new LinkedHashMap<>();
    private final Tensors fullPrecision;
    private final Tensors lowPrecision;
    private boolean hasGradients;

    /**
     * The weights have gradients already.
     *
     * @param copy of which some are of the type, and the others are those of {@code weights}
     */
    LowPrecisionWeights(Weights weights, Weights copy, DataType type) {
        this.copy = copy;
        copy.all().forEach((name, tensor) -> {
            if (tensor.type() == type) {
                pairs.put(name, new Pair(tensor, weights.tensor("", name)));
            }
        });
        if (pairs.isEmpty()) {
            throw new IllegalArgumentException("no weight is of " + type);
        }
        fullPrecision = Tensors.of(pairs.values().stream().map(Pair::full).toList());
        lowPrecision = Tensors.of(pairs.values().stream().map(Pair::low).toList());
    }

    Weights weights() {
        return copy;
    }

    /** Those of an attempt that failed may be left. */
    void clearGradients() {
        pairs.values().forEach(pair -> pair.low.takeGradient().ifPresent(Tensor::release));
        hasGradients = false;
    }

    /** Adds the gradients of a pass to those in 32 bits, which are zeros before the first. */
    void collectGradients() {
        collect(pairs.values());
        hasGradients = true;
    }

    /** What does the same for some of the weights, after the last pass. */
    Runnable collector(List<String> names) {
        var some = names.stream().filter(pairs::containsKey).map(pairs::get).toList();
        return () -> collect(some);
    }

    private void collect(Collection<Pair> some) {
        var from = new ArrayList<Tensor>();
        var to = new ArrayList<Tensor>();
        for (var pair : some) {
            pair.low.takeGradient().ifPresent(gradient -> {
                from.add(gradient);
                to.add(pair.full.gradient());
            });
        }
        if (from.isEmpty()) {
            return;
        }
        var low = Tensors.of(from);
        var full = Tensors.of(to);
        if (hasGradients) {
            full.addInPlace(low, 1.0);
        } else {
            Tensors.copy(low, full);
        }
        from.forEach(Tensor::release);
        to.forEach(Tensor::release);
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
