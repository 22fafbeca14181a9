package dev.stoker.nn;

import dev.stoker.nn.layer.KernelWindow;
import dev.stoker.nn.layer.Layer;
import dev.stoker.tensor.BatchNorm;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.GradientTape;
import dev.stoker.tensor.MaxPooling;
import dev.stoker.tensor.Tensor;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;

/** Batch norms of a forward pass together with the layers around them, in one fused kernel where there is one. */
final class BatchNormPass {
    private final Weights weights;
    private final boolean training;
    private final Optional<GradientTape> tape;
    private final OptionalDouble momentum;
    private final BiFunction<String, String, Tensor> weight;

    /** {@code weight} gives a weight by path and name. */
    BatchNormPass(
            Weights weights,
            boolean training,
            Optional<GradientTape> tape,
            OptionalDouble momentum,
            BiFunction<String, String, Tensor> weight) {
        this.weights = weights;
        this.training = training;
        this.tape = tape;
        this.momentum = momentum;
        this.weight = weight;
    }

    /**
     * The layers around a norm.
     *
     * @param skippedBias of the convolution before it, which has not been added
     * @param summand of a residual, added to its output
     * @param pooling after the activation, where it may be part of the same kernel
     */
    record Neighbors(
            Optional<Tensor> skippedBias,
            Optional<Tensor> summand,
            Layer.Activation activation,
            Optional<MaxPooling> pooling) {

        static Neighbors after(Optional<Tensor> summand, Layer.Activation activation) {
            return new Neighbors(Optional.empty(), summand, activation, Optional.empty());
        }
    }

    /** What a norm gives, and whether the pooling after it is part of that already. */
    record Normed(Tensor output, boolean pooled) {}

    /** As a fused kernel takes it: over square windows. */
    static Optional<MaxPooling> pooling(Layer.MaxPool2d pool) {
        KernelWindow window = pool.window();
        return window.height() == window.width() && window.rowPadding() == window.columnPadding()
                ? Optional.of(new MaxPooling(window.height(), window.stride(), window.rowPadding(), pool.ceil()))
                : Optional.empty();
    }

    /** Whether the norm at this path may be given the bias of the convolution before it. */
    boolean takesBias(String path) {
        return isUpdated(path) && tape.filter(GradientTape::fusesBatchNorms).isPresent();
    }

    private boolean isUpdated(String path) {
        return training && !weights.isFrozen(path);
    }

    /** {@code pooling(activation(norm(x) + summand))}. */
    Normed of(String path, Layer.BatchNorm2d layer, Neighbors neighbors, Tensor x) {
        var norm = norm(path, layer, neighbors);
        return (isUpdated(path) ? fused(norm, neighbors.summand, x) : Optional.<Normed>empty())
                .orElseGet(() -> new Normed(byOperators(norm, neighbors.summand, isUpdated(path), x), false));
    }

    private BatchNorm norm(String path, Layer.BatchNorm2d layer, Neighbors neighbors) {
        boolean counted = isUpdated(path) && momentum.orElse(1) > 0;
        return new BatchNorm(
                weight.apply(path, "weight"),
                weight.apply(path, "bias"),
                weights.tensor(path, "running_mean"),
                weights.tensor(path, "running_var"),
                momentum.orElse(layer.momentum()),
                layer.epsilon(),
                counted ? Optional.of(weights.tensor(path, "num_batches_tracked")) : Optional.empty(),
                neighbors.skippedBias,
                ForwardPass.activation(neighbors.activation),
                neighbors.pooling);
    }

    /** With as many of its neighbors as a kernel takes. */
    private Optional<Normed> fused(BatchNorm norm, Optional<Tensor> summand, Tensor x) {
        for (var each : List.of(norm, norm.between(norm.inputBias(), Optional.empty()))) {
            if (tape.isPresent() && tape.get().supports(x, summand, each)) {
                boolean pooled = each.pooling().isPresent();
                return Optional.of(new Normed(tape.get().batchNorm(x, summand, each), pooled));
            }
        }
        if (norm.inputBias().isEmpty()) {
            return Optional.empty();
        }
        return fused(norm.between(Optional.empty(), Optional.empty()), summand, biased(norm, x));
    }

    private static Tensor biased(BatchNorm norm, Tensor x) {
        return norm.inputBias()
                .map(bias -> x.plus(bias.reshape(1, bias.elements(), 1, 1).to(x.type(), x.device())))
                .orElse(x);
    }

    private static Tensor byOperators(BatchNorm norm, Optional<Tensor> summand, boolean updated, Tensor x) {
        norm.batches().ifPresent(count -> count.addInPlace(1));
        var normed = Functional.batchNorm(
                biased(norm, x),
                norm.weight(),
                norm.bias(),
                norm.runningMean(),
                norm.runningVariance(),
                updated,
                norm.momentum(),
                norm.epsilon());
        // A norm does not need its output for its gradients: what follows may take its memory.
        var sum = summand.map(other -> plus(normed, other)).orElse(normed);
        var activated = norm.activation().inPlace(sum);
        ForwardPass.release(normed, sum, activated);
        ForwardPass.release(sum, normed, activated);
        return activated;
    }

    /** In the memory of the norm's output, unless the sum has another type. */
    private static Tensor plus(Tensor normed, Tensor other) {
        return normed.type() == other.type() ? normed.addInPlace(other) : normed.plus(other);
    }
}
