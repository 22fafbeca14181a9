package dev.stoker.nn.zoo;

import static dev.stoker.nn.layer.Layer.named;

import dev.stoker.core.Shape;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.KernelWindow;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.DropPath;
import dev.stoker.nn.layer.Layer.Flatten;
import dev.stoker.nn.layer.Layer.GlobalAveragePool;
import dev.stoker.nn.layer.Layer.LayerNorm;
import dev.stoker.nn.layer.Layer.LayerScale;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.Residual;
import dev.stoker.nn.layer.Layer.Sequential;
import java.util.ArrayList;
import java.util.List;

/**
 * ConvNeXt (Liu et al., 2022), named as torchvision names it.
 *
 * @param width the channels of the first stage; each stage has twice as many as the one before
 * @param blocks of each stage
 * @param deepestDrop the rate of stochastic depth of the last block
 */
record ConvNeXt(int width, List<Integer> blocks, double deepestDrop) {
    private static final double EPSILON = 1e-6;
    private static final float LAYER_SCALE = 1e-6f;
    private static final int EXPANSION = 4;
    private static final int SMALLEST = 32; // the stem divides a side by 4, and three stages by 2 each

    /** torchvision truncates at ±2, which is a hundred deviations. */
    private static final Initializer START = new Initializer.Normal(0.02);

    static List<ModelArchitecture> all() {
        return List.of(
                new ConvNeXt(96, List.of(3, 3, 9, 3), 0.1).architecture("convnext_tiny"),
                new ConvNeXt(96, List.of(3, 3, 27, 3), 0.4).architecture("convnext_small"),
                new ConvNeXt(128, List.of(3, 3, 27, 3), 0.5).architecture("convnext_base"));
    }

    private ModelArchitecture architecture(String name) {
        return ModelArchitecture.imagenet(name, SMALLEST, this::net);
    }

    private Layer net(Shape input, int classes) {
        int last = blocks.stream().mapToInt(Integer::intValue).sum() - 1;
        var features = new ArrayList<Layer>();
        features.add(Sequential.of(downsampling(input.channels(), width, 4), norm(width)));
        int channels = width;
        int passed = 0;
        for (int stage = 0; stage < blocks.size(); stage++) {
            if (stage > 0) {
                features.add(Sequential.of(norm(channels), downsampling(channels, 2 * channels, 2)));
                channels *= 2;
            }
            var layers = new ArrayList<Layer>();
            for (int i = 0; i < blocks.get(stage); i++) {
                // Stochastic depth: the rate increases with the depth of a block.
                layers.add(block(channels, deepestDrop * passed++ / last));
            }
            features.add(Sequential.of(layers));
        }
        return Sequential.of(
                named("features", Sequential.of(features)),
                named("avgpool", new GlobalAveragePool()),
                named(
                        "classifier",
                        Sequential.of(norm(channels), new Flatten(), new Linear(channels, classes, START))));
    }

    private static LayerNorm norm(int channels) {
        return new LayerNorm(channels, EPSILON);
    }

    private static Conv2d downsampling(int in, int out, int factor) {
        return new Conv2d(in, out, KernelWindow.square(factor, factor, 0), 1, true, START);
    }

    /** Positions 1 and 6 of torchvision's block exchange dimensions, which is no layer here. */
    private static Layer block(int channels, double drop) {
        int hidden = EXPANSION * channels;
        return Residual.around(Sequential.of(
                named("block.0", new Conv2d(channels, channels, KernelWindow.same(7, 7), channels, true, START)),
                named("block.2", norm(channels)),
                named("block.3", new Linear(channels, hidden, START)),
                named("block.4", Activation.GELU),
                named("block.5", new Linear(hidden, channels, START)),
                named("layer_scale", new LayerScale(channels, LAYER_SCALE)),
                named("stochastic_depth", new DropPath(drop))));
    }
}
