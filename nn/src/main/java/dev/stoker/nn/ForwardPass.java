package dev.stoker.nn;

import dev.stoker.core.DataType;
import dev.stoker.nn.internal.WeightNames;
import dev.stoker.nn.layer.ColumnEncoding;
import dev.stoker.nn.layer.KernelWindow;
import dev.stoker.nn.layer.Layer;
import dev.stoker.tensor.ActivationFunction;
import dev.stoker.tensor.BatchNorm;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.GradientTape;
import dev.stoker.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** One batch on its way through a tree. */
final class ForwardPass {
    private final Weights weights;
    private final boolean training;
    private final Optional<DropoutGenerator> randomness;
    private final Optional<GradientTape> tape;
    private Optional<Tensor> auxiliary = Optional.empty();

    ForwardPass(Weights weights, boolean training, Optional<DropoutGenerator> randomness, Optional<GradientTape> tape) {
        this.weights = weights;
        this.training = training;
        this.randomness = randomness;
        this.tape = tape;
    }

    ModelOutputs run(Layer root, Tensor images) {
        var logits = through("", root, images);
        return new ModelOutputs(logits, auxiliary);
    }

    private Tensor through(String path, Layer layer, Tensor x) {
        return switch (layer) {
            case Layer.Conv2d conv -> convolution(path, conv, x);
            case Layer.MixedConv2d mixed -> mixed(path, mixed.parts(), x);
            case Layer.BatchNorm2d norm -> normed(path, norm, Optional.empty(), Layer.Activation.IDENTITY, x);
            case Layer.Linear linear -> Functional.linear(x, weights.tensor(path, "weight"), bias(path, linear.bias()));
            case Layer.Columns columns -> features(path, columns.columns(), x.flatten(1));
            case Layer.Activation activation -> activation(activation).of(x);
            case Layer.MaxPool2d(KernelWindow window, boolean ceil) ->
                Functional.maxPool2d(x, window.sides(), window.strides(), window.paddings(), ceil);
            case Layer.AveragePool2d(KernelWindow window) ->
                Functional.averagePool2d(x, window.sides(), window.strides(), window.paddings());
            case Layer.AdaptiveAveragePool2d(int height, int width) ->
                Functional.adaptiveAveragePool2d(x, height, width);
            case Layer.GlobalAveragePool _ -> Functional.adaptiveAveragePool2d(x, 1, 1);
            case Layer.Flatten _ -> x.flatten(1);
            case Layer.Scale(double factor) -> x.times(factor);
            case Layer.Dropout(double rate) -> dropped(path, rate, x, x.sizes());
            case Layer.DropPath(double rate) -> dropped(path, rate, x, images(x));
            case Layer.Sequential sequential -> sequence(path, sequential, x);
            case Layer.Residual residual -> forked(x, fork -> residual(path, residual, fork));
            case Layer.Concat concat -> forked(x, fork -> concatenated(path, concat, fork));
            case Layer.Gate(Layer.Sequential gate) -> forked(x, fork -> fork.times(sequence(path, gate, fork)));
            case Layer.Auxiliary head -> forked(x, fork -> passing(path, head, fork));
            case Layer.Custom custom -> custom.layer().forward(name -> weights.tensor(path, name), x, training);
        };
    }

    private Tensor sequence(String path, Layer.Sequential sequential, Tensor input) {
        return sequence(path, sequential.children(), input);
    }

    private Tensor sequence(String path, List<Layer.Named> children, Tensor input) {
        Tensor x = input;
        for (int i = 0; i < children.size(); i++) {
            var child = children.get(i);
            String name = WeightNames.join(path, child.name());
            Tensor next;
            if (child.layer() instanceof Layer.BatchNorm2d norm
                    && i + 1 < children.size()
                    && children.get(i + 1).layer() instanceof Layer.Activation activation) {
                next = normed(name, norm, Optional.empty(), activation, x);
                i++;
            } else {
                next = through(name, child.layer(), x);
            }
            release(x, input, next);
            x = next;
        }
        return x;
    }

    /** From here on x goes more than one way. */
    private Tensor forked(Tensor x, UnaryOperator<Tensor> ways) {
        var fork = tape.map(each -> each.cut(x)).orElse(x);
        var joined = ways.apply(fork);
        release(fork, x, joined);
        return joined;
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
        var shortcut = sequence(WeightNames.join(path, residual.shortcutName()), residual.shortcut(), x);
        String bodyPath = WeightNames.join(path, residual.bodyName());
        var children = residual.body().children();
        if (!children.isEmpty() && children.getLast().layer() instanceof Layer.BatchNorm2d norm) {
            var body = sequence(bodyPath, children.subList(0, children.size() - 1), x);
            var sum = normed(
                    WeightNames.join(bodyPath, children.getLast().name()),
                    norm,
                    Optional.of(shortcut),
                    residual.activation(),
                    body);
            release(body, x);
            release(shortcut, x);
            return sum;
        }
        var body = sequence(bodyPath, children, x);
        var sum = body.plus(shortcut);
        release(body, x);
        release(shortcut, x, body);
        var activated = activation(residual.activation()).of(sum);
        release(sum, activated);
        return activated;
    }

    private Tensor concatenated(String path, Layer.Concat concat, Tensor x) {
        var parts = concat.branches().stream()
                .map(branch -> through(WeightNames.join(path, branch.name()), branch.layer(), x))
                .toList();
        var whole = Functional.concatenate(parts, 1);
        parts.forEach(part -> release(part, x));
        return whole;
    }

    /** Numbers that lie side by side stay together. */
    private Tensor features(String path, List<ColumnEncoding> columns, Tensor row) {
        var parts = new ArrayList<Tensor>();
        for (int i = 0; i < columns.size(); i++) {
            switch (columns.get(i)) {
                case ColumnEncoding.Numeric(int at) -> {
                    int first = i;
                    while (i + 1 < columns.size()
                            && columns.get(i + 1) instanceof ColumnEncoding.Numeric(int next)
                            && next == at + i + 1 - first) {
                        i++;
                    }
                    parts.add(row.narrow(1, at, i + 1L - first));
                }
                case ColumnEncoding.OneHot(int at, int codes) -> parts.add(Functional.oneHot(codes(row, at), codes));
                case ColumnEncoding.Embedding embedding ->
                    parts.add(Functional.embedding(
                            weights.tensor(WeightNames.join(path, embedding.name()), "weight"),
                            codes(row, embedding.at())));
            }
        }
        return Functional.concatenate(parts, 1);
    }

    private static Tensor codes(Tensor row, int at) {
        return row.narrow(1, at, 1).flatten(0).to(DataType.INT64, row.device());
    }

    private Tensor mixed(String path, List<Layer.Conv2d> convolutions, Tensor x) {
        var parts = new ArrayList<Tensor>();
        long from = 0;
        for (var convolution : convolutions) {
            var part = x.narrow(1, from, convolution.in());
            parts.add(convolution(WeightNames.join(path, Integer.toString(parts.size())), convolution, part));
            from += convolution.in();
        }
        return Functional.concatenate(parts, 1);
    }

    private Tensor convolution(String path, Layer.Conv2d conv, Tensor x) {
        return Functional.conv2d(
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

    /** {@code activation(norm(x) + summand)}, in one go where there is a kernel for it. */
    private Tensor normed(
            String path, Layer.BatchNorm2d layer, Optional<Tensor> summand, Layer.Activation activation, Tensor x) {
        boolean updated = training && !weights.isFrozen(path);
        if (updated) {
            weights.tensor(path, "num_batches_tracked").addInPlace(1);
        }
        var norm = new BatchNorm(
                weights.tensor(path, "weight"),
                weights.tensor(path, "bias"),
                weights.tensor(path, "running_mean"),
                weights.tensor(path, "running_var"),
                layer.momentum(),
                layer.epsilon(),
                activation(activation));
        if (updated && tape.isPresent() && tape.get().takes(x, summand, norm)) {
            return tape.get().normed(x, summand, norm);
        }
        return batchNormByOperators(norm, summand, updated, x);
    }

    private static Tensor batchNormByOperators(BatchNorm norm, Optional<Tensor> summand, boolean updated, Tensor x) {
        var normed = Functional.batchNorm(
                x,
                norm.weight(),
                norm.bias(),
                norm.runningMean(),
                norm.runningVariance(),
                updated,
                norm.momentum(),
                norm.epsilon());
        var sum = summand.map(normed::plus).orElse(normed);
        var activated = norm.activation().of(sum);
        release(normed, sum, activated);
        release(sum, normed, activated);
        return activated;
    }

    /** The two have the same names: one is a layer, the other computes. */
    private static ActivationFunction activation(Layer.Activation activation) {
        return ActivationFunction.valueOf(activation.name());
    }

    private Tensor dropped(String path, double rate, Tensor x, long[] sizes) {
        if (!training || rate == 0) {
            return x;
        }
        var source = randomness.orElseThrow(() -> new IllegalStateException(
                "layer %s drops at random: pass a Randomness to Forward.training".formatted(path)));
        return x.times(source.mask(path, rate, x.type(), sizes));
    }

    /** One number for each image, to be spread over it. */
    private static long[] images(Tensor x) {
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
