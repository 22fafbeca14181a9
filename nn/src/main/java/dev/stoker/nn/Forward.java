package dev.stoker.nn;

import dev.stoker.tensor.NeuralOps;
import dev.stoker.tensor.Tensor;
import java.util.Optional;

/** Computes a model's output; reads the tree and the weights, keeps nothing. */
public final class Forward {
    private final Model model;
    private final Weights weights;
    private final boolean training;

    private Forward(Model model, Weights weights, boolean training) {
        this.model = model;
        this.weights = weights;
        this.training = training;
    }

    /** Batch norm uses and updates the statistics of the batch, unless it is frozen. */
    public static Forward training(Model model, Weights weights) {
        return new Forward(model, weights, true);
    }

    public static Forward evaluating(Model model, Weights weights) {
        return new Forward(model, weights, false);
    }

    /** Logits (batch × classes) of normalised pictures (batch × channels × height × width). */
    public Tensor apply(Tensor pictures) {
        return through("", model.root(), pictures);
    }

    private Tensor through(String path, Layer layer, Tensor x) {
        return switch (layer) {
            case Layer.Conv2d conv ->
                NeuralOps.conv2d(
                        x,
                        weights.tensor(path, "weight"),
                        conv.bias() ? Optional.of(weights.tensor(path, "bias")) : Optional.empty(),
                        conv.stride(),
                        conv.padding(),
                        conv.groups());
            case Layer.BatchNorm2d norm -> batchNorm(path, norm, x);
            case Layer.Linear _ -> NeuralOps.linear(x, weights.tensor(path, "weight"), weights.tensor(path, "bias"));
            case Layer.Relu _ -> x.relu();
            case Layer.MaxPool2d pool -> NeuralOps.maxPool2d(x, pool.window(), pool.stride(), pool.padding());
            case Layer.GlobalAveragePool _ -> NeuralOps.globalAveragePool(x);
            case Layer.Flatten _ -> x.flatten(1);
            case Layer.Sequential sequential -> sequence(path, sequential, x);
            case Layer.Residual residual ->
                sequence(Names.join(path, "body"), residual.body(), x)
                        .plus(sequence(Names.join(path, "shortcut"), residual.shortcut(), x))
                        .relu();
        };
    }

    private Tensor sequence(String path, Layer.Sequential sequential, Tensor input) {
        Tensor x = input;
        for (var child : sequential.children()) {
            x = through(Names.join(path, child.name()), child.layer(), x);
        }
        return x;
    }

    private Tensor batchNorm(String path, Layer.BatchNorm2d norm, Tensor x) {
        boolean updated = training && !weights.isFrozen(path);
        if (updated) {
            weights.tensor(path, "num_batches_tracked").addInPlace(1);
        }
        return NeuralOps.batchNorm(
                x,
                weights.tensor(path, "weight"),
                weights.tensor(path, "bias"),
                weights.tensor(path, "running_mean"),
                weights.tensor(path, "running_var"),
                updated,
                norm.momentum(),
                norm.epsilon());
    }
}
