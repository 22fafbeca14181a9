package dev.stoker.nn.zoo;

import static dev.stoker.nn.layer.Layer.named;

import dev.stoker.core.Shape;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.DropPath;
import dev.stoker.nn.layer.Layer.Dropout;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.Residual;
import dev.stoker.nn.layer.Layer.Sequential;
import java.util.ArrayList;
import java.util.List;

/** EfficientNet B0 (Tan and Le, 2019), named as torchvision names it. */
final class EfficientNet {
    private static final double DEEPEST_DROP = 0.2;

    private EfficientNet() {}

    /** Blocks of one width. */
    private record Stage(int expansion, int kernel, int stride, int out, int blocks) {}

    private static final List<Stage> B0 = List.of(
            new Stage(1, 3, 1, 16, 1),
            new Stage(6, 3, 2, 24, 2),
            new Stage(6, 5, 2, 40, 2),
            new Stage(6, 3, 2, 80, 3),
            new Stage(6, 5, 1, 112, 3),
            new Stage(6, 5, 2, 192, 4),
            new Stage(6, 3, 1, 320, 1));

    static List<ModelArchitecture> all() {
        return List.of(ModelArchitecture.imagenet("efficientnet_b0", 1, EfficientNet::b0));
    }

    private static Layer b0(Shape input, int classes) {
        int blocks = B0.stream().mapToInt(Stage::blocks).sum();
        var features = new ArrayList<Layer>();
        int in = 32;
        features.add(ConvolutionBlocks.convolution(Conv2d.same(input.channels(), in, 3, 2), Activation.SILU));
        int passed = 0;
        for (var stage : B0) {
            var layers = new ArrayList<Layer>();
            for (int i = 0; i < stage.blocks(); i++) {
                // Stochastic depth: the rate increases with the depth of a block.
                layers.add(block(in, stage, i == 0 ? stage.stride() : 1, DEEPEST_DROP * passed++ / blocks));
                in = stage.out();
            }
            features.add(Sequential.of(layers));
        }
        features.add(ConvolutionBlocks.convolution(Conv2d.same(in, 4 * in, 1, 1), Activation.SILU));
        var start = Initializer.Uniform.fan(classes);
        return ConvolutionBlocks.withClassifier(
                features, Sequential.of(new Dropout(0.2), new Linear(4 * in, classes, start)));
    }

    private static Layer block(int in, Stage stage, int stride, double drop) {
        int hidden = in * stage.expansion();
        var layers = new ArrayList<Layer>();
        if (hidden != in) {
            layers.add(ConvolutionBlocks.convolution(Conv2d.same(in, hidden, 1, 1), Activation.SILU));
        }
        layers.add(ConvolutionBlocks.convolution(Conv2d.depthwise(hidden, stage.kernel(), stride), Activation.SILU));
        layers.add(ConvolutionBlocks.squeezeAndExcitation(
                hidden, Math.max(1, in / 4), Activation.SILU, Activation.SIGMOID));
        layers.add(ConvolutionBlocks.convolution(Conv2d.same(hidden, stage.out(), 1, 1), Activation.IDENTITY));
        var block = named("block", Sequential.of(layers));
        return stride == 1 && in == stage.out()
                ? Residual.around(Sequential.of(block, named("stochastic_depth", new DropPath(drop))))
                : Sequential.of(block);
    }
}
