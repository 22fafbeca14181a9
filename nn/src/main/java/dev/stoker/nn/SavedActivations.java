package dev.stoker.nn;

import dev.stoker.nn.internal.ShapeInference;
import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.Layer;
import java.util.List;

/**
 * The numbers that a training step keeps of one image for the way back. What a layer needs there is its input (convolutions,
 * norms, products, most activations) or its output (ReLU, sigmoid); a result that nobody needs is given up as soon as the
 * next one is there, and one that two layers need is kept once.
 */
final class SavedActivations {
    private long numbers;

    private SavedActivations() {}

    static long of(Model model) {
        var kept = new SavedActivations();
        var input = model.input();
        kept.through(
                model.root(),
                new Result(new ActivationShape.FeatureMap(input.channels(), input.height(), input.width())));
        return kept.numbers;
    }

    /** What flows from layer to layer, with its memory, which a view shares. */
    private record Result(ActivationShape flow, Memory memory) {
        Result(ActivationShape flow) {
            this(flow, new Memory());
        }

        Result after(Layer layer) {
            return new Result(ShapeInference.after(layer, flow));
        }
    }

    private static final class Memory {
        private boolean kept;
    }

    private Result keep(Result result) {
        if (!result.memory.kept) {
            result.memory.kept = true;
            numbers += result.flow.elements();
        }
        return result;
    }

    private Result through(Layer layer, Result x) {
        return switch (layer) {
            case Layer.Conv2d _,
                    Layer.MixedConv2d _,
                    Layer.BatchNorm2d _,
                    Layer.Linear _,
                    Layer.AveragePool2d _,
                    Layer.AdaptiveAveragePool2d _,
                    Layer.Custom _ -> keep(x).after(layer); // of a custom layer no more is known
            case Layer.MaxPool2d _ -> pooled(layer, x);
            case Layer.GlobalAveragePool _, Layer.Scale _, Layer.Columns _ -> x.after(layer);
            case Layer.Activation activation -> activated(activation, x);
            case Layer.Flatten _ -> new Result(ShapeInference.after(layer, x.flow), x.memory);
            case Layer.Dropout(double rate) -> dropped(rate, x, x.flow.elements());
            case Layer.DropPath(double rate) -> dropped(rate, x, 1);
            case Layer.Sequential sequential -> sequence(sequential.children(), x);
            case Layer.Residual residual -> residual(residual, x);
            case Layer.Concat concat -> {
                concat.branches().forEach(branch -> through(branch.layer(), x));
                yield x.after(layer);
            }
            case Layer.Gate(Layer.Sequential gate) -> {
                keep(sequence(gate.children(), x));
                yield keep(x).after(layer);
            }
            case Layer.Auxiliary head -> passing(head, x);
        };
    }

    private Result sequence(List<Layer.Named> children, Result input) {
        var x = input;
        for (var child : children) {
            x = through(child.layer(), x);
        }
        return x;
    }

    /** The input, and where in it each largest number stood, in 64 bits. */
    private Result pooled(Layer pool, Result x) {
        var out = keep(x).after(pool);
        numbers += 2 * out.flow.elements();
        return out;
    }

    private Result activated(Layer.Activation activation, Result x) {
        return switch (activation) {
            case IDENTITY -> x;
            case RELU, SIGMOID -> keep(x.after(activation));
            case RELU6, HARD_SIGMOID, HARD_SWISH, SILU, GELU -> keep(x).after(activation);
        };
    }

    /** The mask alone. */
    private Result dropped(double rate, Result x, long mask) {
        if (rate == 0) {
            return x;
        }
        numbers += mask;
        return new Result(x.flow);
    }

    private Result residual(Layer.Residual residual, Result x) {
        var body = sequence(residual.body().children(), x);
        sequence(residual.shortcut().children(), x);
        return activated(residual.activation(), new Result(body.flow));
    }

    private Result passing(Layer.Auxiliary head, Result x) {
        if (x.flow instanceof ActivationShape.FeatureMap image && head.takes(image.height(), image.width())) {
            sequence(head.head().children(), x);
        }
        return x;
    }
}
