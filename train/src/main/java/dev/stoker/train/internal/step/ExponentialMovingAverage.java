package dev.stoker.train.internal.step;

import dev.stoker.nn.Weights;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * An exponential moving average of the weights, which often classifies better. Running statistics are averaged with them: those of
 * the latest weights do not fit averaged ones (VGG-19 on CIFAR-10 had 91.7 % with them where it has 94.5 % without an average). Counters
 * are copied.
 */
final class ExponentialMovingAverage implements WeightFollower {
    private final double decay;
    private final Weights average;
    private final List<Pair> averaged = new ArrayList<>();
    private final List<Pair> copied = new ArrayList<>();

    ExponentialMovingAverage(double decay, Weights weights) {
        this.decay = decay;
        average = weights.copy();
        averaged.add(Pair.of(weights.parameters().values(), average.parameters().values()));
        pairs(weights, buffer -> buffer.type().isFloating()).ifPresent(averaged::add);
        pairs(weights, buffer -> !buffer.type().isFloating()).ifPresent(copied::add);
    }

    private Optional<Pair> pairs(Weights weights, Predicate<Tensor> chosen) {
        var latest = weights.buffers().values().stream().filter(chosen).toList();
        var ours = average.buffers().values().stream().filter(chosen).toList();
        return latest.isEmpty() ? Optional.empty() : Optional.of(Pair.of(latest, ours));
    }

    @Override
    public void updated() {
        averaged.forEach(pair -> Tensors.lerp(pair.average, pair.latest, 1 - decay));
        copied.forEach(pair -> Tensors.copy(pair.latest, pair.average));
    }

    /** An average is of what updates made. */
    @Override
    public void replaced() {}

    @Override
    public Map<String, Tensor> state() {
        var state = new LinkedHashMap<String, Tensor>();
        average.all().forEach((name, tensor) -> state.put("average." + name, tensor));
        return state;
    }

    Weights weights() {
        return average;
    }

    /** Tensors of the weights and those that follow them. */
    private record Pair(Tensors latest, Tensors average) {
        static Pair of(Collection<Tensor> latest, Collection<Tensor> average) {
            return new Pair(Tensors.of(List.copyOf(latest)), Tensors.of(List.copyOf(average)));
        }
    }
}
