package dev.stoker.nn.zoo;

import static dev.stoker.nn.layer.Layer.named;

import dev.stoker.core.Shape;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.KernelWindow;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.AveragePool2d;
import dev.stoker.nn.layer.Layer.BatchNorm2d;
import dev.stoker.nn.layer.Layer.Concat;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.Flatten;
import dev.stoker.nn.layer.Layer.GlobalAveragePool;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.MaxPool2d;
import dev.stoker.nn.layer.Layer.Named;
import dev.stoker.nn.layer.Layer.Sequential;
import java.util.ArrayList;
import java.util.List;

/** DenseNet (Huang et al., 2016), named as torchvision names it: each layer adds channels to those that it gets. */
final class DenseNet {
    private static final int STEM = 64;
    private static final int GROWTH = 32;
    private static final int BOTTLENECK = 4 * GROWTH;

    /** Five halvings, of which the first two round up. */
    private static final int SMALLEST = 29;

    private DenseNet() {}

    static List<ModelArchitecture> all() {
        return List.of(ModelArchitecture.imagenet(
                "densenet121", SMALLEST, (input, classes) -> net(input, classes, 6, 12, 24, 16)));
    }

    private static Layer net(Shape input, int classes, int... depths) {
        var features = new ArrayList<>(List.of(
                named("conv0", convolution(input.channels(), STEM, 7, 2)),
                named("norm0", new BatchNorm2d(STEM)),
                named("relu0", Activation.RELU),
                named("pool0", new MaxPool2d(3, 2, 1))));
        int channels = STEM;
        for (int i = 1; i <= depths.length; i++) {
            features.add(named("denseblock" + i, block(channels, depths[i - 1])));
            channels += depths[i - 1] * GROWTH;
            if (i < depths.length) {
                features.add(named("transition" + i, transition(channels)));
                channels /= 2;
            }
        }
        features.add(named("norm5", new BatchNorm2d(channels)));
        features.add(named("relu5", Activation.RELU));
        return Sequential.of(
                named("features", new Sequential(features)),
                named("avgpool", new GlobalAveragePool()),
                named("flatten", new Flatten()),
                named(
                        "classifier",
                        new Linear(channels, classes, true, Initializer.Uniform.fan(channels), Initializer.ZERO)));
    }

    private static Sequential block(int in, int depth) {
        var layers = new ArrayList<Named>();
        for (int i = 0; i < depth; i++) {
            layers.add(named("denselayer" + (i + 1), layer(in + i * GROWTH)));
        }
        return new Sequential(layers);
    }

    private static Concat layer(int in) {
        return Concat.of(
                named("identity", Activation.IDENTITY),
                named(
                        "",
                        Sequential.of(
                                named("norm1", new BatchNorm2d(in)),
                                named("relu1", Activation.RELU),
                                named("conv1", convolution(in, BOTTLENECK, 1, 1)),
                                named("norm2", new BatchNorm2d(BOTTLENECK)),
                                named("relu2", Activation.RELU),
                                named("conv2", convolution(BOTTLENECK, GROWTH, 3, 1)))));
    }

    private static Sequential transition(int in) {
        return Sequential.of(
                named("norm", new BatchNorm2d(in)),
                named("relu", Activation.RELU),
                named("conv", convolution(in, in / 2, 1, 1)),
                named("pool", new AveragePool2d(KernelWindow.square(2, 2, 0))));
    }

    /** Initialized normally with the variance 2 / fan-in. */
    private static Conv2d convolution(int in, int out, int kernel, int stride) {
        return Conv2d.same(in, out, kernel, stride)
                .withInitializer(new Initializer.Normal(Math.sqrt(2.0 / ((double) in * kernel * kernel))));
    }
}
