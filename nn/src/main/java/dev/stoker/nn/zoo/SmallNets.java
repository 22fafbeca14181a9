package dev.stoker.nn.zoo;

import static dev.stoker.nn.layer.Layer.named;

import dev.stoker.core.Shape;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.BatchNorm2d;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.Flatten;
import dev.stoker.nn.layer.Layer.GlobalAveragePool;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.MaxPool2d;
import dev.stoker.nn.layer.Layer.Residual;
import dev.stoker.nn.layer.Layer.Sequential;
import java.util.ArrayList;
import java.util.List;

/** Nets that two cores can train. */
final class SmallNets {
    private SmallNets() {}

    static List<ModelArchitecture> all() {
        return List.of(
                new ModelArchitecture("cnn", ModelArchitecture.GRAY_28, 10, 4, SmallNets::cnn),
                new ModelArchitecture("mlp", ModelArchitecture.GRAY_28, 10, 1, SmallNets::mlp),
                new ModelArchitecture("resnet8", ModelArchitecture.GRAY_28, 10, 1, SmallNets::resnet8),
                small(32),
                small(64));
    }

    /** Two convolutions with batch norm and two linear layers: small enough for two cores, and worth training. */
    private static Layer cnn(Shape input, int classes) {
        var features = Sequential.of(
                Conv2d.same(input.channels(), 32, 3, 1),
                new BatchNorm2d(32),
                Activation.RELU,
                new MaxPool2d(2, 2, 0),
                Conv2d.same(32, 64, 3, 1),
                new BatchNorm2d(64),
                Activation.RELU,
                new MaxPool2d(2, 2, 0),
                new Flatten());
        int flat = 64 * (input.height() / 4) * (input.width() / 4);
        var classifier = Sequential.of(new Linear(flat, 128), Activation.RELU, new Linear(128, classes));
        return Sequential.of(named("features", features), named("classifier", classifier));
    }

    private static Layer mlp(Shape input, int classes) {
        var hidden =
                Sequential.of(new Linear(input.bytes(), 256), Activation.RELU, new Linear(256, 128), Activation.RELU);
        return Sequential.of(
                named("flatten", new Flatten()),
                named("hidden", hidden),
                named("classifier", new Linear(128, classes)));
    }

    /** A stem and three residual blocks of doubling width. */
    private static Layer resnet8(Shape input, int classes) {
        var layers = new ArrayList<Layer.Named>();
        layers.add(named("stem", convolution(input.channels(), 16, 3, 1, true)));
        for (int i = 1, in = 16; i <= 3; i++) {
            int out = 16 << (i - 1);
            layers.add(named("block" + i, block(in, out, i == 1 ? 1 : 2)));
            in = out;
        }
        layers.add(named("pool", new GlobalAveragePool()));
        layers.add(named("flatten", new Flatten()));
        layers.add(named("classifier", new Linear(64, classes)));
        return new Sequential(layers);
    }

    /** A stem and eight residual blocks in pairs; each pair doubles the width, and all but the first halve the image. */
    static ModelArchitecture small(int width) {
        return ModelArchitecture.cifar("small-" + width, 1, (input, classes) -> {
            var layers = new ArrayList<Layer>(
                    List.of(Conv2d.same(input.channels(), width, 3, 1), new BatchNorm2d(width), Activation.RELU));
            int in = width;
            for (int i = 0; i < 8; i++) {
                int out = width << (i / 2);
                layers.add(block(in, out, i > 0 && i % 2 == 0 ? 2 : 1));
                in = out;
            }
            layers.addAll(List.of(new GlobalAveragePool(), new Flatten(), new Linear(in, classes)));
            return Sequential.of(layers);
        });
    }

    private static Residual block(int in, int out, int stride) {
        var body = new ArrayList<>(convolution(in, out, 3, stride, true).children());
        body.add(named("3", Conv2d.same(out, out, 3, 1)));
        body.add(named("4", new BatchNorm2d(out)));
        var shortcut = stride == 1 && in == out ? Sequential.of(List.of()) : convolution(in, out, 1, stride, false);
        return new Residual(new Sequential(body), shortcut);
    }

    private static Sequential convolution(int in, int out, int kernel, int stride, boolean relu) {
        return relu
                ? Sequential.of(Conv2d.same(in, out, kernel, stride), new BatchNorm2d(out), Activation.RELU)
                : Sequential.of(Conv2d.same(in, out, kernel, stride), new BatchNorm2d(out));
    }
}
