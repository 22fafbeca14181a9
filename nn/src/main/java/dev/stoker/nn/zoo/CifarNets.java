package dev.stoker.nn.zoo;

import static dev.stoker.nn.layer.Layer.named;

import dev.stoker.core.Shape;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.KernelWindow;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.BatchNorm2d;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.Flatten;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.MaxPool2d;
import dev.stoker.nn.layer.Layer.Residual;
import dev.stoker.nn.layer.Layer.Scale;
import dev.stoker.nn.layer.Layer.Sequential;
import java.util.List;

/** Nets designed to be trained on CIFAR-10 in little time. */
final class CifarNets {
    private static final int WHITENING = 2;

    private CifarNets() {}

    static List<ModelArchitecture> all() {
        return List.of(
                ModelArchitecture.cifar("resnet9", 8, CifarNets::resnet9),
                ModelArchitecture.cifar("airbench94", 25, CifarNets::airbench));
    }

    /** The net of the DAWNBench entries by David Page: few layers, a residual on the first and the third. */
    private static Layer resnet9(Shape input, int classes) {
        int height = input.height() / 8;
        int width = input.width() / 8;
        return Sequential.of(
                named("prep", Sequential.of(convolution(input.channels(), 64))),
                named("layer1", pooledWithResidual(64, 128)),
                named("layer2", Sequential.of(convolution(128, 256), new MaxPool2d(2, 2, 0))),
                named("layer3", pooledWithResidual(256, 512)),
                named("pool", new MaxPool2d(new KernelWindow(height, width, Math.max(height, width), 0, 0), false)),
                named("flatten", new Flatten()),
                named("linear", Linear.withoutBias(512, classes)),
                named("scale", new Scale(0.125)));
    }

    private static Sequential pooledWithResidual(int in, int out) {
        return Sequential.of(
                convolution(in, out),
                new MaxPool2d(2, 2, 0),
                Residual.around(Sequential.of(convolution(out, out), convolution(out, out))));
    }

    private static Sequential convolution(int in, int out) {
        var convolution = Conv2d.same(in, out, 3, 1).withInitializer(Initializer.Uniform.fan(9 * in));
        return ConvolutionBlocks.convolution(convolution, Activation.RELU);
    }

    /** After airbench94 by Keller Jordan: a 2×2 convolution that can be set to whiten patches, three groups, a small scale. */
    private static Layer airbench(Shape input, int classes) {
        int patch = WHITENING * WHITENING * input.channels();
        int last = ((input.height() - 1) / 8 / 3) * ((input.width() - 1) / 8 / 3) * 256;
        return Sequential.of(
                new Conv2d(
                        input.channels(),
                        2 * patch,
                        KernelWindow.square(WHITENING, 1, 0),
                        1,
                        true,
                        Initializer.Uniform.fan(patch)),
                Activation.GELU,
                group(2 * patch, 64),
                group(64, 256),
                group(256, 256),
                new MaxPool2d(3, 3, 0),
                new Flatten(),
                Linear.withoutBias(last, classes),
                new Scale(1.0 / 9));
    }

    private static Sequential group(int in, int out) {
        return Sequential.of(
                named("conv1", identity(in, out)),
                named("pool", new MaxPool2d(2, 2, 0)),
                named("norm1", norm(out)),
                named("activ1", Activation.GELU),
                named("conv2", identity(out, out)),
                named("norm2", norm(out)),
                named("activ2", Activation.GELU));
    }

    private static Conv2d identity(int in, int out) {
        return Conv2d.same(in, out, 3, 1).withInitializer(new Initializer.Identity(1 / Math.sqrt(9.0 * in)));
    }

    private static BatchNorm2d norm(int channels) {
        return new BatchNorm2d(channels, 0.4, 1e-12, false);
    }
}
