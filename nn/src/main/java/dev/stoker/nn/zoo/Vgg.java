package dev.stoker.nn.zoo;

import static dev.stoker.nn.layer.Layer.named;

import dev.stoker.core.Shape;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.AdaptiveAveragePool2d;
import dev.stoker.nn.layer.Layer.BatchNorm2d;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.Dropout;
import dev.stoker.nn.layer.Layer.Flatten;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.MaxPool2d;
import dev.stoker.nn.layer.Layer.Sequential;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** VGG nets (Simonyan and Zisserman, 2014), named as torchvision names them. */
final class Vgg {
    private static final int[] WIDTHS = {64, 128, 256, 512, 512};
    private static final int SMALLEST = 32;
    private static final int LARGE_HEAD_FROM = 64;
    private static final Initializer CLASSIFIER = new Initializer.Normal(0.01);

    private Vgg() {}

    static List<ModelArchitecture> all() {
        var depths = Map.of(
                "vgg11", new int[] {1, 1, 2, 2, 2},
                "vgg13", new int[] {2, 2, 2, 2, 2},
                "vgg16", new int[] {2, 2, 3, 3, 3},
                "vgg19", new int[] {2, 2, 4, 4, 4});
        var architectures = new ArrayList<ModelArchitecture>();
        depths.forEach((name, depth) -> {
            architectures.add(ModelArchitecture.imagenet(
                    name, SMALLEST, (input, classes) -> net(input, features(input, depth, false), classes)));
            architectures.add(ModelArchitecture.imagenet(
                    name + "_bn", SMALLEST, (input, classes) -> net(input, features(input, depth, true), classes)));
        });
        architectures.add(ModelArchitecture.cifar("vgg19-32", SMALLEST, (input, classes) -> {
            var features = features(input, new int[] {2, 2, 4, 4, 4}, true);
            return Sequential.of(features, new Flatten(), new Linear(flat(input), classes));
        }));
        return architectures;
    }

    private static Sequential features(Shape input, int[] depths, boolean norm) {
        var layers = new ArrayList<Layer>();
        int in = input.channels();
        for (int stage = 0; stage < depths.length; stage++) {
            for (int i = 0; i < depths[stage]; i++) {
                layers.add(Conv2d.same(in, WIDTHS[stage], 3, 1).withBias());
                in = WIDTHS[stage];
                if (norm) {
                    layers.add(new BatchNorm2d(in));
                }
                layers.add(Activation.RELU);
            }
            layers.add(new MaxPool2d(2, 2, 0));
        }
        return Sequential.of(layers);
    }

    private static Layer net(Shape input, Sequential features, int classes) {
        return Math.min(input.height(), input.width()) < LARGE_HEAD_FROM
                ? small(input, features, classes)
                : Sequential.of(
                        named("features", features),
                        named("avgpool", new AdaptiveAveragePool2d(7, 7)),
                        named("flatten", new Flatten()),
                        named("classifier", classifier(classes)));
    }

    /** One linear layer: where a single pixel is left, 103 million weights over 49 copies of it would learn nothing more. */
    private static Layer small(Shape input, Sequential features, int classes) {
        return Sequential.of(
                named("features", features),
                named("flatten", new Flatten()),
                named("classifier", new Linear(flat(input), classes, CLASSIFIER)));
    }

    private static int flat(Shape input) {
        return WIDTHS[4] * (input.height() / 32) * (input.width() / 32);
    }

    private static Sequential classifier(int classes) {
        return Sequential.of(
                new Linear(512 * 7 * 7, 4096, CLASSIFIER),
                Activation.RELU,
                new Dropout(0.5),
                new Linear(4096, 4096, CLASSIFIER),
                Activation.RELU,
                new Dropout(0.5),
                new Linear(4096, classes, CLASSIFIER));
    }
}
