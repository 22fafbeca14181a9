package dev.stoker.nn;

import dev.stoker.nn.internal.ShapeInference;
import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.Layer;
import java.util.List;

/**
 * The elements that a training step keeps of one image for the backward pass. What a layer needs there is its input (convolutions,
 * norms, products, most activations) or its output (ReLU, sigmoid); a result that no layer needs is freed as soon as the
 * next one is computed, and one that two layers need is kept once.
 */
final class SavedActivations {
    private long elements;

    private SavedActivations() {}

    static long of(Model model) {
        var activations = new SavedActivations();
        var input = model.input();
        activations.forward(
                model.root(),
                new Result(new ActivationShape.FeatureMap(input.channels(), input.height(), input.width())));
        return activations.elements;
    }

    /** An activation between layers, with its memory, which a view shares. */
    private record Result(ActivationShape shape, Memory memory) {
        Result(ActivationShape shape) {
            this(shape, new Memory());
        }

        Result after(Layer layer) {
            return new Result(ShapeInference.after(layer, shape));
        }
    }

    private static final class Memory {
        private boolean saved;
    }

    private Result save(Result result) {
        if (!result.memory.saved) {
            result.memory.saved = true;
            elements += result.shape.elements();
        }
        return result;
    }

    private Result forward(Layer layer, Result x) {
        return switch (layer) {
            case Layer.Conv2d _,
                    Layer.MixedConv2d _,
                    Layer.BatchNorm2d _,
                    Layer.LayerNorm _,
                    Layer.GroupNorm _,
                    Layer.LayerScale _,
                    Layer.Linear _,
                    Layer.AveragePool2d _,
                    Layer.AdaptiveAveragePool2d _,
                    Layer.Custom _ -> save(x).after(layer); // of a custom layer no more is known
            case Layer.MaxPool2d _ -> pooled(layer, x);
            case Layer.LocalResponseNorm _ -> normalizedByNeighbors(layer, x);
            case Layer.GlobalAveragePool _, Layer.Scale _, Layer.Columns _ -> x.after(layer);
            case Layer.Activation activation -> activated(activation, x);
            case Layer.SelfAttention _ -> save(save(x).after(layer));
            case Layer.ClassToken _, Layer.PositionEmbedding _ -> x.after(layer);
            case Layer.Flatten _, Layer.Tokens _, Layer.FirstToken _ ->
                new Result(ShapeInference.after(layer, x.shape), x.memory);
            case Layer.Dropout(double rate) -> dropped(rate, x, x.shape.elements());
            case Layer.DropPath(double rate) -> dropped(rate, x, 1);
            case Layer.Sequential sequential -> sequence(sequential.children(), x);
            case Layer.Residual residual -> residual(residual, x);
            case Layer.Concat concat -> {
                concat.branches().forEach(branch -> forward(branch.layer(), x));
                yield x.after(layer);
            }
            case Layer.Gate(Layer.Sequential gate) -> {
                save(sequence(gate.children(), x));
                yield save(x).after(layer);
            }
            case Layer.Auxiliary head -> auxiliaryHead(head, x);
        };
    }

    private Result sequence(List<Layer.Named> children, Result input) {
        var x = input;
        for (var child : children) {
            x = forward(child.layer(), x);
        }
        return x;
    }

    /** The input, and the index of each maximum, in 64 bits. */
    private Result pooled(Layer pool, Result x) {
        var out = save(x).after(pool);
        elements += 2 * out.shape.elements();
        return out;
    }

    /** The input, its squares, and the divisors with and without their exponent. */
    private Result normalizedByNeighbors(Layer norm, Result x) {
        elements += 3 * x.shape.elements();
        return save(x).after(norm);
    }

    private Result activated(Layer.Activation activation, Result x) {
        return switch (activation) {
            case IDENTITY -> x;
            case RELU, SIGMOID -> save(x.after(activation));
            case RELU6, HARD_SIGMOID, HARD_SWISH, SILU, GELU -> save(x).after(activation);
        };
    }

    /** The mask alone. */
    private Result dropped(double rate, Result x, long mask) {
        if (rate == 0) {
            return x;
        }
        elements += mask;
        return new Result(x.shape);
    }

    private Result residual(Layer.Residual residual, Result x) {
        var body = sequence(residual.body().children(), x);
        sequence(residual.shortcut().children(), x);
        return activated(residual.activation(), new Result(body.shape));
    }

    private Result auxiliaryHead(Layer.Auxiliary head, Result x) {
        if (x.shape instanceof ActivationShape.FeatureMap image && head.supports(image.height(), image.width())) {
            sequence(head.head().children(), x);
        }
        return x;
    }
}
