package dev.stoker.nn;

import dev.stoker.tensor.NeuralOps;
import dev.stoker.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** One batch on its way through a tree. */
final class Pass {
    private final Weights weights;
    private final boolean training;
    private final Optional<Randomness> randomness;
    private Optional<Tensor> auxiliary = Optional.empty();

    Pass(Weights weights, boolean training, Optional<Randomness> randomness) {
        this.weights = weights;
        this.training = training;
        this.randomness = randomness;
    }

    Outputs run(Layer root, Tensor pictures) {
        var logits = through("", root, pictures);
        return new Outputs(logits, auxiliary);
    }

    private Tensor through(String path, Layer layer, Tensor x) {
        return switch (layer) {
            case Layer.Conv2d conv -> convolution(path, conv, x);
            case Layer.MixedConv2d mixed -> mixed(path, mixed.parts(), x);
            case Layer.BatchNorm2d norm -> batchNorm(path, norm, x);
            case Layer.Linear linear -> NeuralOps.linear(x, weights.tensor(path, "weight"), bias(path, linear.bias()));
            case Layer.Activation activation -> activate(activation, x);
            case Layer.MaxPool2d(Window window, boolean ceil) ->
                NeuralOps.maxPool2d(x, window.sides(), window.strides(), window.paddings(), ceil);
            case Layer.AveragePool2d(Window window) ->
                NeuralOps.averagePool2d(x, window.sides(), window.strides(), window.paddings());
            case Layer.AdaptiveAveragePool2d(int height, int width) ->
                NeuralOps.adaptiveAveragePool2d(x, height, width);
            case Layer.GlobalAveragePool _ -> NeuralOps.adaptiveAveragePool2d(x, 1, 1);
            case Layer.Flatten _ -> x.flatten(1);
            case Layer.Scale(double factor) -> x.times(factor);
            case Layer.Dropout(double rate) -> dropped(path, rate, x, x.sizes());
            case Layer.DropPath(double rate) -> dropped(path, rate, x, pictures(x));
            case Layer.Sequential sequential -> sequence(path, sequential, x);
            case Layer.Residual residual -> residual(path, residual, x);
            case Layer.Concat concat -> concatenated(path, concat, x);
            case Layer.Gate(Layer.Sequential gate) -> x.times(sequence(path, gate, x));
            case Layer.Auxiliary head -> passing(path, head, x);
            case Layer.Custom custom -> custom.layer().forward(name -> weights.tensor(path, name), x, training);
        };
    }

    private Tensor sequence(String path, Layer.Sequential sequential, Tensor input) {
        Tensor x = input;
        for (var child : sequential.children()) {
            var next = through(Names.join(path, child.name()), child.layer(), x);
            release(x, input, next);
            x = next;
        }
        return x;
    }

    /** Gives up an intermediate result, unless it is one of those that somebody else needs. */
    private static void release(Tensor intermediate, Tensor... needed) {
        for (var each : needed) {
            if (each == intermediate) {
                return;
            }
        }
        intermediate.release();
    }

    private Tensor residual(String path, Layer.Residual residual, Tensor x) {
        var body = sequence(Names.join(path, residual.bodyName()), residual.body(), x);
        var shortcut = sequence(Names.join(path, residual.shortcutName()), residual.shortcut(), x);
        var sum = body.plus(shortcut);
        release(body, x);
        release(shortcut, x, body);
        var activated = activate(residual.activation(), sum);
        release(sum, activated);
        return activated;
    }

    private Tensor concatenated(String path, Layer.Concat concat, Tensor x) {
        var parts = concat.branches().stream()
                .map(branch -> through(Names.join(path, branch.name()), branch.layer(), x))
                .toList();
        var whole = NeuralOps.concatenate(parts, 1);
        parts.forEach(part -> release(part, x));
        return whole;
    }

    private Tensor mixed(String path, List<Layer.Conv2d> convolutions, Tensor x) {
        var parts = new ArrayList<Tensor>();
        long from = 0;
        for (var convolution : convolutions) {
            var part = x.narrow(1, from, convolution.in());
            parts.add(convolution(Names.join(path, Integer.toString(parts.size())), convolution, part));
            from += convolution.in();
        }
        return NeuralOps.concatenate(parts, 1);
    }

    private Tensor convolution(String path, Layer.Conv2d conv, Tensor x) {
        return NeuralOps.conv2d(
                x,
                weights.tensor(path, "weight"),
                bias(path, conv.bias()),
                conv.window().strides(),
                conv.window().paddings(),
                conv.groups());
    }

    private Optional<Tensor> bias(String path, boolean present) {
        return present ? Optional.of(weights.tensor(path, "bias")) : Optional.empty();
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

    private static Tensor activate(Layer.Activation activation, Tensor x) {
        return switch (activation) {
            case IDENTITY -> x;
            case RELU -> x.relu();
            case RELU6 -> x.relu6();
            case HARD_SIGMOID -> x.hardSigmoid();
            case HARD_SWISH -> x.hardSwish();
            case SIGMOID -> x.sigmoid();
            case SILU -> x.silu();
            case GELU -> x.gelu();
        };
    }

    private Tensor dropped(String path, double rate, Tensor x, long[] sizes) {
        if (!training || rate == 0) {
            return x;
        }
        var source = randomness.orElseThrow(() -> new IllegalStateException(
                "layer %s drops at random: pass a Randomness to Forward.training".formatted(path)));
        return x.times(source.mask(path, rate, x.type(), sizes));
    }

    /** One number for each picture, to be spread over it. */
    private static long[] pictures(Tensor x) {
        long[] sizes = x.sizes();
        Arrays.fill(sizes, 1, sizes.length, 1);
        return sizes;
    }

    private Tensor passing(String path, Layer.Auxiliary layer, Tensor x) {
        long[] sizes = x.sizes();
        if (training && layer.takes(sizes[2], sizes[3])) {
            auxiliary = Optional.of(sequence(path, layer.head(), x));
        }
        return x;
    }
}
