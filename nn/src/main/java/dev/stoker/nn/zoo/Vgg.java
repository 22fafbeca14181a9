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
import dev.stoker.nn.layer.Layer.LocalResponseNorm;
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
    private static final int[] DEPTHS_OF_11 = {1, 1, 2, 2, 2};
    private static final int[] DEPTHS_OF_16 = {2, 2, 3, 3, 3};
    private static final int[] DEPTHS_OF_19 = {2, 2, 4, 4, 4};

    private Vgg() {}

    /** What distinguishes the configurations of the paper besides their depth. */
    private enum Variant {
        PLAIN,
        BATCH_NORM,
        /** A-LRN: the first convolution is followed by a local response norm. */
        LOCAL_RESPONSE_NORM,
        /** C: the third convolution of a stage is 1×1. */
        POINTWISE
    }

    static List<ModelArchitecture> all() {
        var depths = Map.of(
                "vgg11", DEPTHS_OF_11,
                "vgg13", new int[] {2, 2, 2, 2, 2},
                "vgg16", DEPTHS_OF_16,
                "vgg19", DEPTHS_OF_19);
        var architectures = new ArrayList<ModelArchitecture>();
        depths.forEach((name, depth) -> {
            architectures.add(imagenet(name, depth, Variant.PLAIN));
            architectures.add(imagenet(name + "_bn", depth, Variant.BATCH_NORM));
        });
        architectures.add(imagenet("vgg11_lrn", DEPTHS_OF_11, Variant.LOCAL_RESPONSE_NORM));
        architectures.add(imagenet("vgg16c", DEPTHS_OF_16, Variant.POINTWISE));
        architectures.add(ModelArchitecture.cifar("vgg19-32", SMALLEST, (input, classes) -> {
            var features = features(input, DEPTHS_OF_19, Variant.BATCH_NORM);
            return Sequential.of(features, new Flatten(), new Linear(flat(input), classes));
        }));
        architectures.add(ModelArchitecture.cifar(
                "vgg19-32-4096",
                SMALLEST,
                (input, classes) -> Sequential.of(
                        named("features", features(input, DEPTHS_OF_19, Variant.BATCH_NORM)),
                        named("flatten", new Flatten()),
                        named("classifier", classifier(flat(input), classes)))));
        return architectures;
    }

    private static ModelArchitecture imagenet(String name, int[] depths, Variant variant) {
        return ModelArchitecture.imagenet(
                name, SMALLEST, (input, classes) -> net(input, features(input, depths, variant), classes));
    }

    private static Sequential features(Shape input, int[] depths, Variant variant) {
        var layers = new ArrayList<Layer>();
        int in = input.channels();
        for (int stage = 0; stage < depths.length; stage++) {
            for (int i = 0; i < depths[stage]; i++) {
                int kernel = variant == Variant.POINTWISE && i == 2 ? 1 : 3;
                layers.add(Conv2d.same(in, WIDTHS[stage], kernel, 1).withBias());
                in = WIDTHS[stage];
                if (variant == Variant.BATCH_NORM) {
                    layers.add(new BatchNorm2d(in));
                }
                layers.add(Activation.RELU);
            }
            if (variant == Variant.LOCAL_RESPONSE_NORM && stage == 0) {
                // The paper's alpha of 0.0001 is for the sum of five squares, this one for their mean.
                layers.add(new LocalResponseNorm(5, 5e-4, 0.75, 2));
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
                        named("classifier", classifier(512 * 7 * 7, classes)));
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

    private static Sequential classifier(int in, int classes) {
        return Sequential.of(
                new Linear(in, 4096, CLASSIFIER),
                Activation.RELU,
                new Dropout(0.5),
                new Linear(4096, 4096, CLASSIFIER),
                Activation.RELU,
                new Dropout(0.5),
                new Linear(4096, classes, CLASSIFIER));
    }
}
