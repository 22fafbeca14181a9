package dev.stoker.nn.zoo;

import static dev.stoker.nn.layer.Layer.named;

import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.BatchNorm2d;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.Flatten;
import dev.stoker.nn.layer.Layer.Gate;
import dev.stoker.nn.layer.Layer.GlobalAveragePool;
import dev.stoker.nn.layer.Layer.Sequential;
import java.util.List;

/** Blocks that the mobile nets share, named as in torchvision. */
public final class ConvolutionBlocks {
    private ConvolutionBlocks() {}

    /** A convolution, batch norm and, unless it is the identity, an activation, by position. */
    static Sequential convolution(Conv2d convolution, BatchNorm2d norm, Activation activation) {
        return activation == Activation.IDENTITY
                ? Sequential.of(convolution, norm)
                : Sequential.of(convolution, norm, activation);
    }

    static Sequential convolution(Conv2d convolution, Activation activation) {
        return convolution(convolution, new BatchNorm2d(convolution.out()), activation);
    }

    /** Squeeze and excitation: a factor for each channel from the means of all channels (Hu et al., 2017). */
    public static Gate squeezeAndExcitation(int channels, int squeezed, Activation inside, Activation outside) {
        return new Gate(Sequential.of(
                named("avgpool", new GlobalAveragePool()),
                named("fc1", Conv2d.same(channels, squeezed, 1, 1).withBias()),
                named("activation", inside),
                named("fc2", Conv2d.same(squeezed, channels, 1, 1).withBias()),
                named("scale_activation", outside)));
    }

    /** Features, global average pooling, and a classifier. */
    static Sequential withClassifier(List<Layer> features, Layer classifier) {
        return Sequential.of(
                named("features", Sequential.of(features)),
                named("avgpool", new GlobalAveragePool()),
                named("flatten", new Flatten()),
                named("classifier", classifier));
    }

    /** The nearest multiple of eight, but at least nine tenths of {@code channels}. */
    static int makeDivisible(double channels) {
        return makeDivisible(channels, 8);
    }

    /** The nearest multiple of {@code divisor}, but at least nine tenths of {@code channels}. */
    static int makeDivisible(double channels, int divisor) {
        int rounded = Math.max(divisor, (int) (channels + divisor / 2.0) / divisor * divisor);
        return rounded < 0.9 * channels ? rounded + divisor : rounded;
    }
}
