package dev.stoker.nn.zoo;

import static dev.stoker.nn.layer.Layer.named;

import dev.stoker.core.Shape;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.BatchNorm2d;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.DropPath;
import dev.stoker.nn.layer.Layer.Dropout;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.Residual;
import dev.stoker.nn.layer.Layer.Sequential;
import java.util.ArrayList;
import java.util.List;

/** EfficientNet (Tan and Le, 2019) and EfficientNetV2 (Tan and Le, 2021), named as torchvision names them. */
final class EfficientNet {
    private static final double DEEPEST_DROP = 0.2;

    /** Blocks of one width; a fused block has one convolution for its expansion and depthwise convolutions. */
    private record Stage(boolean fused, int expansion, int kernel, int stride, int out, int blocks) {
        static Stage of(int expansion, int kernel, int stride, int out, int blocks) {
            return new Stage(false, expansion, kernel, stride, out, blocks);
        }

        static Stage fused(int expansion, int stride, int out, int blocks) {
            return new Stage(true, expansion, 3, stride, out, blocks);
        }

        Stage times(double width, double depth) {
            return new Stage(fused, expansion, kernel, stride, ConvolutionBlocks.makeDivisible(out * width), (int)
                    Math.ceil(blocks * depth));
        }
    }

    private static final List<Stage> B0 = List.of(
            Stage.of(1, 3, 1, 16, 1),
            Stage.of(6, 3, 2, 24, 2),
            Stage.of(6, 5, 2, 40, 2),
            Stage.of(6, 3, 2, 80, 3),
            Stage.of(6, 5, 1, 112, 3),
            Stage.of(6, 5, 2, 192, 4),
            Stage.of(6, 3, 1, 320, 1));

    private static final List<Stage> V2_S = List.of(
            Stage.fused(1, 1, 24, 2),
            Stage.fused(4, 2, 48, 4),
            Stage.fused(4, 2, 64, 4),
            Stage.of(4, 3, 2, 128, 6),
            Stage.of(6, 3, 1, 160, 9),
            Stage.of(6, 3, 2, 256, 15));

    private static final List<Stage> V2_M = List.of(
            Stage.fused(1, 1, 24, 3),
            Stage.fused(4, 2, 48, 5),
            Stage.fused(4, 2, 80, 5),
            Stage.of(4, 3, 2, 160, 7),
            Stage.of(6, 3, 1, 176, 14),
            Stage.of(6, 3, 2, 304, 18),
            Stage.of(6, 3, 1, 512, 5));

    private final int stem;
    private final List<Stage> stages;
    private final int last;
    private final double dropout;
    private final double momentum;
    private final double epsilon;

    private EfficientNet(int stem, List<Stage> stages, int last, double dropout, double momentum, double epsilon) {
        this.stem = stem;
        this.stages = stages;
        this.last = last;
        this.dropout = dropout;
        this.momentum = momentum;
        this.epsilon = epsilon;
    }

    static List<ModelArchitecture> all() {
        return List.of(
                scaled(1.0, 1.0, 0.2, 0.1, 1e-5).architecture("efficientnet_b0", 224),
                scaled(1.0, 1.1, 0.2, 0.1, 1e-5).architecture("efficientnet_b1", 240),
                scaled(1.1, 1.2, 0.3, 0.1, 1e-5).architecture("efficientnet_b2", 288),
                scaled(1.2, 1.4, 0.3, 0.1, 1e-5).architecture("efficientnet_b3", 300),
                scaled(1.4, 1.8, 0.4, 0.1, 1e-5).architecture("efficientnet_b4", 380),
                scaled(1.6, 2.2, 0.4, 0.01, 0.001).architecture("efficientnet_b5", 456),
                scaled(1.8, 2.6, 0.5, 0.01, 0.001).architecture("efficientnet_b6", 528),
                scaled(2.0, 3.1, 0.5, 0.01, 0.001).architecture("efficientnet_b7", 600),
                new EfficientNet(24, V2_S, 1280, 0.2, 0.1, 0.001).architecture("efficientnet_v2_s", 384),
                new EfficientNet(24, V2_M, 1280, 0.3, 0.1, 0.001).architecture("efficientnet_v2_m", 480));
    }

    /** B0 with all widths and depths multiplied. */
    private static EfficientNet scaled(double width, double depth, double dropout, double momentum, double epsilon) {
        var stages = B0.stream().map(stage -> stage.times(width, depth)).toList();
        return new EfficientNet(
                ConvolutionBlocks.makeDivisible(32 * width),
                stages,
                4 * stages.getLast().out(),
                dropout,
                momentum,
                epsilon);
    }

    private ModelArchitecture architecture(String name, int side) {
        return new ModelArchitecture(name, new Shape(side, side, 3), 1000, 1, this::net);
    }

    private Layer net(Shape input, int classes) {
        int blocks = stages.stream().mapToInt(Stage::blocks).sum();
        var features = new ArrayList<Layer>();
        int in = stem;
        features.add(convolution(Conv2d.same(input.channels(), in, 3, 2), Activation.SILU));
        int passed = 0;
        for (var stage : stages) {
            var layers = new ArrayList<Layer>();
            for (int i = 0; i < stage.blocks(); i++) {
                // Stochastic depth: the rate increases with the depth of a block.
                layers.add(block(in, stage, i == 0 ? stage.stride() : 1, DEEPEST_DROP * passed++ / blocks));
                in = stage.out();
            }
            features.add(Sequential.of(layers));
        }
        features.add(convolution(Conv2d.same(in, last, 1, 1), Activation.SILU));
        var start = Initializer.Uniform.fan(classes);
        return ConvolutionBlocks.withClassifier(
                features, Sequential.of(new Dropout(dropout), new Linear(last, classes, start)));
    }

    private Layer block(int in, Stage stage, int stride, double drop) {
        var layers = stage.fused() ? fused(in, stage, stride) : separable(in, stage, stride);
        var block = named("block", Sequential.of(layers));
        return stride == 1 && in == stage.out()
                ? Residual.around(Sequential.of(block, named("stochastic_depth", new DropPath(drop))))
                : Sequential.of(block);
    }

    private List<Layer> separable(int in, Stage stage, int stride) {
        int hidden = in * stage.expansion();
        var layers = new ArrayList<Layer>();
        if (hidden != in) {
            layers.add(convolution(Conv2d.same(in, hidden, 1, 1), Activation.SILU));
        }
        layers.add(convolution(Conv2d.depthwise(hidden, stage.kernel(), stride), Activation.SILU));
        layers.add(ConvolutionBlocks.squeezeAndExcitation(
                hidden, Math.max(1, in / 4), Activation.SILU, Activation.SIGMOID));
        layers.add(convolution(Conv2d.same(hidden, stage.out(), 1, 1), Activation.IDENTITY));
        return layers;
    }

    private List<Layer> fused(int in, Stage stage, int stride) {
        int hidden = in * stage.expansion();
        return hidden == in
                ? List.of(convolution(Conv2d.same(in, stage.out(), stage.kernel(), stride), Activation.SILU))
                : List.of(
                        convolution(Conv2d.same(in, hidden, stage.kernel(), stride), Activation.SILU),
                        convolution(Conv2d.same(hidden, stage.out(), 1, 1), Activation.IDENTITY));
    }

    private Sequential convolution(Conv2d convolution, Activation activation) {
        return ConvolutionBlocks.convolution(
                convolution, new BatchNorm2d(convolution.out(), momentum, epsilon), activation);
    }
}
