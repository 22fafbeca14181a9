package dev.stoker.nn;

import dev.stoker.nn.internal.WeightNames;
import dev.stoker.nn.layer.KernelWindow;
import dev.stoker.nn.layer.Layer;
import dev.stoker.tensor.ActivationFunction;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.GradientTape;
import dev.stoker.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

/** The forward pass of one batch through a tree of layers. */
final class ForwardPass {
    private final Weights weights;
    private final boolean training;
    private final Optional<DropoutGenerator> dropout;
    private final Optional<GradientTape> tape;
    private final OptionalDouble momentum;
    private final BatchNormPass norms;
    private Optional<Tensor> auxiliary = Optional.empty();
    /** Those that are to be computed and are not the last, which backward would compute again at once. */
    private long blocksToRecompute;

    /** {@code momentum} is that of all batch norms, in place of their own. */
    ForwardPass(
            Weights weights,
            boolean training,
            Optional<DropoutGenerator> dropout,
            Optional<GradientTape> tape,
            OptionalDouble momentum) {
        this.weights = weights;
        this.training = training;
        this.dropout = dropout;
        this.tape = tape;
        this.momentum = momentum;
        norms = new BatchNormPass(weights, training, tape, momentum, this::weight);
    }

    ModelOutputs run(Layer root, Tensor images) {
        blocksToRecompute = tape.filter(GradientTape::recomputes).isPresent() ? RecomputedBlocks.count(root) - 1 : 0;
        var logits = forward("", root, images);
        return new ModelOutputs(logits, auxiliary);
    }

    private Tensor forward(String path, Layer layer, Tensor x) {
        if (blocksToRecompute > 0 && RecomputedBlocks.isOne(layer)) {
            blocksToRecompute--;
            return tape.orElseThrow()
                    .recomputed(x, (input, inner, again) -> block(inner, again).computed(path, layer, input));
        }
        return computed(path, layer, x);
    }

    /** A pass through a block, on a tape of its own; running statistics are updated the first time only. */
    private ForwardPass block(GradientTape inner, boolean again) {
        return new ForwardPass(weights, training, dropout, Optional.of(inner), again ? OptionalDouble.of(0) : momentum);
    }

    private Tensor computed(String path, Layer layer, Tensor x) {
        return switch (layer) {
            case Layer.Conv2d conv -> convolution(path, conv, bias(path, conv.bias()), x);
            case Layer.MixedConv2d mixed -> forked(x, fork -> mixed(path, mixed.parts(), fork));
            case Layer.BatchNorm2d norm ->
                norms.of(path, norm, BatchNormPass.Neighbors.after(Optional.empty(), Layer.Activation.IDENTITY), x)
                        .output();
            case Layer.LocalResponseNorm(int size, double alpha, double beta, double k) ->
                Functional.localResponseNorm(x, size, alpha, beta, k);
            case Layer.LayerNorm norm -> overChannels(x, vectors -> layerNorm(path, norm, vectors));
            case Layer.GroupNorm norm ->
                Functional.groupNorm(x, norm.groups(), weight(path, "weight"), weight(path, "bias"), norm.epsilon());
            case Layer.LayerScale _ ->
                overChannels(x, vectors -> vectors.times(weight(path, "").flatten(0)));
            case Layer.Linear linear -> linear(path, linear, Optional.empty(), x);
            case Layer.Tokens _ -> x.permute(0, 2, 3, 1).flatten(1, 2);
            case Layer.ClassToken _ -> Functional.withFirstToken(inTypeOf(x, weight(path, "")), x);
            case Layer.PositionEmbedding _ -> x.plus(inTypeOf(x, weight(path, "")));
            case Layer.SelfAttention(int heads) -> Functional.selfAttention(x, heads);
            case Layer.FirstToken _ -> x.narrow(1, 0, 1).flatten(1);
            case Layer.Columns columns -> new ColumnFeatures(path, columns.columns(), this::weight).of(x.flatten(1));
            case Layer.Activation activation -> activation(activation).of(x);
            case Layer.MaxPool2d pool -> maxPool(pool, x);
            case Layer.AveragePool2d(KernelWindow window) ->
                Functional.averagePool2d(x, window.kernelSize(), window.strides(), window.paddings());
            case Layer.AdaptiveAveragePool2d(int height, int width) ->
                Functional.adaptiveAveragePool2d(x, height, width);
            case Layer.GlobalAveragePool _ -> Functional.adaptiveAveragePool2d(x, 1, 1);
            case Layer.Flatten _ -> flattened(x);
            case Layer.Scale(double factor) -> x.times(factor);
            case Layer.Dropout(double rate) -> dropout(path, rate, x, x.sizes());
            case Layer.DropPath(double rate) -> dropout(path, rate, x, perImage(x));
            case Layer.Sequential sequential -> sequence(path, sequential, x);
            case Layer.Residual residual -> forked(x, fork -> residual(path, residual, fork));
            case Layer.Concat concat -> forked(x, fork -> concatenated(path, concat, fork));
            case Layer.Gate(Layer.Sequential gate) -> gated(path, gate.children(), x);
            case Layer.Auxiliary head -> forked(x, fork -> auxiliaryHead(path, head, fork));
            case Layer.Custom custom -> custom.layer().forward(name -> weight(path, name), x, training);
        };
    }

    private Tensor sequence(String path, Layer.Sequential sequential, Tensor input) {
        return sequence(path, sequential.children(), input);
    }

    private Tensor sequence(String path, List<Layer.Named> children, Tensor input) {
        Tensor x = input;
        var skippedBias = Optional.<Tensor>empty(); // of the convolution before
        for (int i = 0; i < children.size(); i++) {
            var child = children.get(i);
            String name = WeightNames.join(path, child.name());
            Tensor next;
            if (child.layer() instanceof Layer.Conv2d conv && isBiasWithoutEffect(path, conv, children, i)) {
                next = convolution(name, conv, Optional.empty(), x);
                skippedBias = bias(name, true);
            } else if (child.layer() instanceof Layer.BatchNorm2d norm) {
                var activation = isPooledFirst(children, i + 1, x)
                        ? Optional.<Layer.Activation>empty()
                        : at(children, i + 1, Layer.Activation.class);
                int after = i + 2;
                var pooling = activation.flatMap(_ -> at(children, after, Layer.MaxPool2d.class));
                var normed = norms.of(
                        name,
                        norm,
                        new BatchNormPass.Neighbors(
                                skippedBias,
                                Optional.empty(),
                                activation.orElse(Layer.Activation.IDENTITY),
                                pooling.flatMap(BatchNormPass::pooling)),
                        x);
                skippedBias = Optional.empty();
                next = normed.output();
                i += (activation.isPresent() ? 1 : 0) + (normed.pooled() ? 1 : 0);
            } else if (isPooledFirst(children, i, x)) {
                // Not by the tape: its results are leaves, which nothing may change.
                next = ActivationFunction.RELU.inPlace(
                        maxPoolByOperator((Layer.MaxPool2d) children.get(i + 1).layer(), x));
                i++;
            } else if (child.layer() instanceof Layer.Linear linear
                    && i + 1 < children.size()
                    && children.get(i + 1).layer() instanceof Layer.LayerScale) {
                String scale = WeightNames.join(path, children.get(i + 1).name());
                next = linear(name, linear, Optional.of(weight(scale, "").flatten(0)), x);
                i++;
            } else {
                next = forward(name, child.layer(), x);
            }
            release(x, input, next);
            x = cut(next, input);
        }
        return x;
    }

    static <L extends Layer> Optional<L> at(List<Layer.Named> children, int index, Class<L> kind) {
        return index < children.size() && kind.isInstance(children.get(index).layer())
                ? Optional.of(kind.cast(children.get(index).layer()))
                : Optional.empty();
    }

    /**
     * Whether the layer at this index is a ReLU before max pooling, which may change places: the same values and gradients, and ReLU
     * computes a quarter of the elements or fewer. A GPU computes it with the norm.
     */
    private static boolean isPooledFirst(List<Layer.Named> children, int index, Tensor x) {
        return index + 1 < children.size()
                && children.get(index).layer() == Layer.Activation.RELU
                && children.get(index + 1).layer() instanceof Layer.MaxPool2d
                && x.device() instanceof Device.Cpu;
    }

    /** Whether the norm after a convolution takes its bias away again, which then need not be added in the first place. */
    private boolean isBiasWithoutEffect(String path, Layer.Conv2d conv, List<Layer.Named> children, int index) {
        return conv.bias()
                && at(children, index + 1, Layer.BatchNorm2d.class).isPresent()
                && norms.takesBias(
                        WeightNames.join(path, children.get(index + 1).name()));
    }

    private Tensor maxPool(Layer.MaxPool2d pool, Tensor x) {
        var pooling = BatchNormPass.pooling(pool);
        if (training && tape.isPresent() && pooling.isPresent() && tape.get().supportsMaxPool(x, pooling.get())) {
            return tape.get().maxPool(x, pooling.get());
        }
        return maxPoolByOperator(pool, x);
    }

    private static Tensor maxPoolByOperator(Layer.MaxPool2d pool, Tensor x) {
        var window = pool.window();
        return Functional.maxPool2d(x, window.kernelSize(), window.strides(), window.paddings(), pool.ceil());
    }

    private Tensor cut(Tensor x, Tensor input) {
        var cut = tape.map(each -> each.cut(x)).orElse(x);
        release(x, input, cut);
        return cut;
    }

    /**
     * On a CPU the gradient of feature maps gets their layout, channels last, by the gradient of a slice, which is a copy: as it comes from
     * the layer after, channels first, operators before this one compute in strides (2 to 5 % of a step of the cnn).
     */
    private static Tensor flattened(Tensor x) {
        long[] sizes = x.sizes();
        return sizes.length == 4 && sizes[2] * sizes[3] > 1 && x.device() instanceof Device.Cpu && x.requiresGradient()
                ? x.permute(0, 2, 3, 1)
                        .narrow(0, 0, sizes[0])
                        .permute(0, 3, 1, 2)
                        .flatten(1)
                : x.flatten(1);
    }

    /** A weight of a layer, which is used now. */
    private Tensor weight(String path, String name) {
        var weight = weights.tensor(path, name);
        tape.ifPresent(each -> each.uses(WeightNames.join(path, name), weight));
        return weight;
    }

    /** For layers that use x more than once. */
    private Tensor forked(Tensor x, UnaryOperator<Tensor> branches) {
        var fork = tape.map(each -> each.fork(x)).orElse(x);
        var joined = branches.apply(fork);
        release(fork, x, joined);
        return joined;
    }

    /** Releases an intermediate result, unless it is one of those that are still needed. */
    static void release(Tensor intermediate, Tensor... needed) {
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
            var sum = norms.of(
                            WeightNames.join(bodyPath, children.getLast().name()),
                            norm,
                            BatchNormPass.Neighbors.after(Optional.of(shortcut), residual.activation()),
                            body)
                    .output();
            release(body, x);
            release(shortcut, x);
            return sum;
        }
        var sum = sum(bodyPath, children, shortcut, x);
        release(shortcut, x);
        var activated = activation(residual.activation()).of(sum);
        release(sum, activated);
        return activated;
    }

    /** The body and its shortcut; where stochastic depth is last, it and the addition are one kernel. */
    private Tensor sum(String path, List<Layer.Named> children, Tensor shortcut, Tensor x) {
        boolean drops = training
                && !children.isEmpty()
                && children.getLast().layer() instanceof Layer.DropPath(double rate)
                && rate > 0;
        var body = sequence(path, drops ? children.subList(0, children.size() - 1) : children, x);
        var sum = drops ? dropped(path, children.getLast(), body, shortcut) : plus(children, body, shortcut);
        release(body, x, shortcut);
        return sum;
    }

    private Tensor plus(List<Layer.Named> children, Tensor body, Tensor shortcut) {
        boolean product = !children.isEmpty() && children.getLast().layer() instanceof Layer.Linear;
        return training && tape.isPresent() && product && body.type() == shortcut.type()
                ? tape.get().sum(body, shortcut)
                : body.plus(shortcut);
    }

    private Tensor dropped(String path, Layer.Named last, Tensor body, Tensor shortcut) {
        double rate = ((Layer.DropPath) last.layer()).rate();
        var mask = mask(WeightNames.join(path, last.name()), rate, body, perImage(body));
        return body.type() == shortcut.type()
                ? Functional.plusProduct(shortcut, body, mask)
                : body.times(mask).plus(shortcut);
    }

    /** In fused kernels where the gate begins with the means over pixels. */
    private Tensor gated(String path, List<Layer.Named> gate, Tensor x) {
        boolean means = !gate.isEmpty() && gate.getFirst().layer() instanceof Layer.GlobalAveragePool;
        if (training && means && tape.isPresent() && tape.get().supportsGate(x)) {
            var others = gate.subList(1, gate.size());
            return tape.get().gate(x, pooled -> inTypeOf(x, sequence(path, others, pooled)));
        }
        return forked(x, fork -> fork.times(sequence(path, gate, fork)));
    }

    private Tensor concatenated(String path, Layer.Concat concat, Tensor x) {
        var parts = concat.branches().stream()
                .map(branch -> forward(WeightNames.join(path, branch.name()), branch.layer(), x))
                .toList();
        var whole = Functional.concatenate(parts, 1);
        parts.forEach(part -> release(part, x));
        return whole;
    }

    private Tensor mixed(String path, List<Layer.Conv2d> convolutions, Tensor x) {
        var parts = new ArrayList<Tensor>();
        long from = 0;
        for (var convolution : convolutions) {
            var part = x.narrow(1, from, convolution.in());
            String name = WeightNames.join(path, Integer.toString(parts.size()));
            parts.add(convolution(name, convolution, bias(name, convolution.bias()), part));
            from += convolution.in();
        }
        return Functional.concatenate(parts, 1);
    }

    private Tensor convolution(String path, Layer.Conv2d conv, Optional<Tensor> bias, Tensor x) {
        var weight = weight(path, "weight");
        long[] strides = conv.window().strides();
        long[] paddings = conv.window().paddings();
        if (training && tape.isPresent()) {
            return tape.get().convolution(x, weight, bias, strides, paddings, conv.groups());
        }
        return !training && conv.groups() == conv.in() && conv.groups() == conv.out()
                ? Functional.depthwiseConv2d(x, weight, bias, strides, paddings)
                : Functional.conv2d(x, weight, bias, strides, paddings, conv.groups());
    }

    /** Of vectors. With a layer scale after it, the weights are scaled: they are fewer than what they compute. */
    private Tensor linear(String path, Layer.Linear linear, Optional<Tensor> scale, Tensor x) {
        var weight = weight(path, "weight");
        var bias = bias(path, linear.bias());
        return overChannels(
                x,
                vectors -> Functional.linear(
                        vectors,
                        scale.map(each -> weight.times(each.reshape(linear.out(), 1)))
                                .orElse(weight),
                        scale.isPresent() ? bias.map(each -> each.times(scale.get())) : bias));
    }

    private Tensor layerNorm(String path, Layer.LayerNorm norm, Tensor x) {
        var weight = weight(path, "weight");
        var bias = weight(path, "bias");
        if (training && tape.isPresent() && tape.get().supportsLayerNorm(x, weight)) {
            return tape.get().layerNorm(x, weight, bias, norm.epsilon());
        }
        return Functional.layerNorm(x, weight, bias, norm.epsilon());
    }

    /** Tokens keep the type that patches were computed in: in float32, each residual would move twice the bytes. */
    private static Tensor inTypeOf(Tensor x, Tensor other) {
        return other.type() == x.type() ? other : other.to(x.type(), x.device());
    }

    /** With the channels of a feature map as its last dimension: a view, as they are last in memory. */
    private static Tensor overChannels(Tensor x, UnaryOperator<Tensor> function) {
        if (x.sizes().length != 4) {
            return function.apply(x);
        }
        var vectors = x.permute(0, 2, 3, 1);
        var result = function.apply(vectors);
        var map = result.permute(0, 3, 1, 2);
        vectors.release();
        result.release();
        return map;
    }

    private Optional<Tensor> bias(String path, boolean present) {
        return present ? Optional.of(weight(path, "bias")) : Optional.empty();
    }

    /** The two enums have the same names: one is a layer, the other computes. */
    static ActivationFunction activation(Layer.Activation activation) {
        return ActivationFunction.valueOf(activation.name());
    }

    private Tensor dropout(String path, double rate, Tensor x, long[] sizes) {
        if (!training || rate == 0) {
            return x;
        }
        return x.times(mask(path, rate, x, sizes));
    }

    private Tensor mask(String path, double rate, Tensor x, long[] sizes) {
        var source = dropout.orElseThrow(() -> new IllegalStateException(
                "layer %s is dropout or stochastic depth: pass a DropoutGenerator to Forward.training"
                        .formatted(path)));
        return source.mask(path, rate, x.type(), sizes);
    }

    /** One number for each image, broadcast over it. */
    private static long[] perImage(Tensor x) {
        long[] sizes = x.sizes();
        Arrays.fill(sizes, 1, sizes.length, 1);
        return sizes;
    }

    private Tensor auxiliaryHead(String path, Layer.Auxiliary layer, Tensor x) {
        long[] sizes = x.sizes();
        if (training && layer.supports(sizes[2], sizes[3])) {
            auxiliary = Optional.of(sequence(path, layer.head(), x));
        }
        return x;
    }
}
