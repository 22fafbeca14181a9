package dev.stoker.nn.zoo;

import static dev.stoker.nn.layer.Layer.named;

import dev.stoker.core.Shape;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.BatchNorm2d;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.Dropout;
import dev.stoker.nn.layer.Layer.Flatten;
import dev.stoker.nn.layer.Layer.Gate;
import dev.stoker.nn.layer.Layer.GlobalAveragePool;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.MixedConv2d;
import dev.stoker.nn.layer.Layer.Named;
import dev.stoker.nn.layer.Layer.Residual;
import dev.stoker.nn.layer.Layer.Sequential;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** MixNet S, M and L (Tan and Le, 2019): depthwise kernels of several sizes side by side; named as timm names them. */
final class MixNet {
    private static final int[] ONE = {1};
    private static final int[] HALVES = {1, 1};

    private MixNet() {}

    /** Equal blocks: kernels of the expansion, depthwise and projection convolutions, then the rest. */
    private record Row(
            int repeats,
            int[] widening,
            int[] kernels,
            int[] narrowing,
            int stride,
            int expansion,
            int out,
            double squeeze,
            Activation activation) {
        Row widened(double width) {
            int channels = ConvolutionBlocks.makeDivisible(out * width);
            return new Row(repeats, widening, kernels, narrowing, stride, expansion, channels, squeeze, activation);
        }
    }

    private static final List<List<Row>> SMALL = List.of(
            List.of(plain(kernels(3), 2, 6, 24), plain(kernels(3), 1, 3, 24)),
            List.of(
                    gated(1, ONE, kernels(3, 5, 7), ONE, 2, 6, 40, 0.5),
                    gated(3, HALVES, kernels(3, 5), HALVES, 1, 6, 40, 0.5)),
            List.of(
                    gated(1, ONE, kernels(3, 5, 7), HALVES, 2, 6, 80, 0.25),
                    gated(2, ONE, kernels(3, 5), HALVES, 1, 6, 80, 0.25)),
            List.of(
                    gated(1, HALVES, kernels(3, 5, 7), HALVES, 1, 6, 120, 0.5),
                    gated(2, HALVES, kernels(3, 5, 7, 9), HALVES, 1, 3, 120, 0.5)),
            List.of(
                    gated(1, ONE, kernels(3, 5, 7, 9, 11), ONE, 2, 6, 200, 0.5),
                    gated(2, ONE, kernels(3, 5, 7, 9), HALVES, 1, 6, 200, 0.5)));

    private static final List<List<Row>> MEDIUM = List.of(
            List.of(plain(kernels(3, 5, 7), 2, 6, 32), plain(kernels(3), 1, 3, 32)),
            List.of(
                    gated(1, ONE, kernels(3, 5, 7, 9), ONE, 2, 6, 40, 0.5),
                    gated(3, HALVES, kernels(3, 5), HALVES, 1, 6, 40, 0.5)),
            List.of(
                    gated(1, ONE, kernels(3, 5, 7), ONE, 2, 6, 80, 0.25),
                    gated(3, HALVES, kernels(3, 5, 7, 9), HALVES, 1, 6, 80, 0.25)),
            List.of(
                    gated(1, ONE, kernels(3), ONE, 1, 6, 120, 0.5),
                    gated(3, HALVES, kernels(3, 5, 7, 9), HALVES, 1, 3, 120, 0.5)),
            List.of(
                    gated(1, ONE, kernels(3, 5, 7, 9), ONE, 2, 6, 200, 0.5),
                    gated(3, ONE, kernels(3, 5, 7, 9), HALVES, 1, 6, 200, 0.5)));

    private static int[] kernels(int... sizes) {
        return sizes;
    }

    private static Row plain(int[] kernels, int stride, int expansion, int out) {
        return new Row(1, HALVES, kernels, HALVES, stride, expansion, out, 0, Activation.RELU);
    }

    private static Row gated(
            int repeats,
            int[] widening,
            int[] kernels,
            int[] narrowing,
            int stride,
            int expansion,
            int out,
            double squeeze) {
        return new Row(repeats, widening, kernels, narrowing, stride, expansion, out, squeeze, Activation.SILU);
    }

    static List<ModelArchitecture> all() {
        return List.of(
                ModelArchitecture.imagenet("mixnet_s", 1, (input, classes) -> model(16, SMALL, 1, input, classes)),
                ModelArchitecture.imagenet("mixnet_m", 1, (input, classes) -> model(24, MEDIUM, 1, input, classes)),
                ModelArchitecture.imagenet("mixnet_l", 1, (input, classes) -> model(24, MEDIUM, 1.3, input, classes)));
    }

    /** All but the last convolution are wider by a factor. */
    private static Layer model(int channels, List<List<Row>> rows, double width, Shape input, int classes) {
        int stem = ConvolutionBlocks.makeDivisible(channels * width);
        int in = stem;
        var stages = new ArrayList<Layer>();
        stages.add(Sequential.of(separable(in)));
        for (var stage : rows) {
            var blocks = new ArrayList<Layer>();
            for (var row : stage) {
                var wide = row.widened(width);
                for (int i = 0; i < wide.repeats(); i++) {
                    blocks.add(block(in, wide, i == 0 ? wide.stride() : 1));
                    in = wide.out();
                }
            }
            stages.add(Sequential.of(blocks));
        }
        return Sequential.of(
                named("conv_stem", Conv2d.same(input.channels(), stem, 3, 2)),
                named("bn1", new BatchNorm2d(stem)),
                named("act1", Activation.RELU),
                named("blocks", Sequential.of(stages)),
                named("conv_head", Conv2d.same(in, 1536, 1, 1)),
                named("bn2", new BatchNorm2d(1536)),
                named("act2", Activation.RELU),
                named("global_pool", new GlobalAveragePool()),
                named("flatten", new Flatten()),
                named("dropout", new Dropout(0.2)),
                named("classifier", new Linear(1536, classes, Initializer.Uniform.fan(classes))));
    }

    private static Layer separable(int channels) {
        return Residual.around(Sequential.of(
                named("conv_dw", Conv2d.depthwise(channels, 3, 1)),
                named("bn1", new BatchNorm2d(channels)),
                named("act1", Activation.RELU),
                named("conv_pw", Conv2d.same(channels, channels, 1, 1)),
                named("bn2", new BatchNorm2d(channels))));
    }

    private static Layer block(int in, Row row, int stride) {
        int hidden = in * row.expansion();
        var layers = new ArrayList<Named>();
        layers.add(named("conv_pw", mixed(in, hidden, row.widening(), 1, false)));
        layers.add(named("bn1", new BatchNorm2d(hidden)));
        layers.add(named("act1", row.activation()));
        layers.add(named("conv_dw", mixed(hidden, hidden, row.kernels(), stride, true)));
        layers.add(named("bn2", new BatchNorm2d(hidden)));
        layers.add(named("act2", row.activation()));
        if (row.squeeze() > 0) {
            layers.add(named("se", gate(hidden, (int) Math.round(in * row.squeeze()))));
        }
        layers.add(named("conv_pwl", mixed(hidden, row.out(), row.narrowing(), 1, false)));
        layers.add(named("bn3", new BatchNorm2d(row.out())));
        var body = new Sequential(layers);
        return stride == 1 && in == row.out() ? Residual.around(body) : body;
    }

    private static Gate gate(int channels, int squeezed) {
        return new Gate(Sequential.of(
                named("pool", new GlobalAveragePool()),
                named("conv_reduce", Conv2d.same(channels, squeezed, 1, 1).withBias()),
                named("act1", Activation.SILU),
                named("conv_expand", Conv2d.same(squeezed, channels, 1, 1).withBias()),
                named("gate", Activation.SIGMOID)));
    }

    /** One convolution for each kernel, over its share of the channels. */
    private static Layer mixed(int in, int out, int[] kernels, int stride, boolean depthwise) {
        int[] ins = shares(in, kernels.length);
        int[] outs = shares(out, kernels.length);
        var parts = IntStream.range(0, kernels.length)
                .mapToObj(i -> depthwise
                        ? Conv2d.depthwise(ins[i], kernels[i], stride)
                        : Conv2d.same(ins[i], outs[i], kernels[i], stride))
                .toList();
        return parts.size() == 1 ? parts.getFirst() : new MixedConv2d(parts);
    }

    /** Equal shares; the first gets the remainder. */
    private static int[] shares(int channels, int count) {
        var shares = new int[count];
        Arrays.fill(shares, channels / count);
        shares[0] += channels % count;
        return shares;
    }
}
