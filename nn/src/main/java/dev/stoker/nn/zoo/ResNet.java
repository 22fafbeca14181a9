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
import dev.stoker.nn.layer.Layer.Named;
import dev.stoker.nn.layer.Layer.Residual;
import dev.stoker.nn.layer.Layer.Sequential;
import java.util.ArrayList;
import java.util.List;

/**
 * Residual nets (He et al., 2015), ResNeXt (Xie et al., 2016) and wide ones (Zagoruyko and Komodakis, 2016), named as
 * torchvision names them; the stride of a bottleneck is in its 3×3.
 */
final class ResNet {
    private static final int[] WIDTHS = {64, 128, 256, 512};

    private ResNet() {}

    static List<ModelArchitecture> all() {
        return List.of(
                ModelArchitecture.imagenet("resnet18", 1, (input, classes) -> basic(input, classes, 2, 2, 2, 2)),
                ModelArchitecture.imagenet("resnet34", 1, (input, classes) -> basic(input, classes, 3, 4, 6, 3)),
                bottlenecks("resnet50", new Bottleneck(1, 64), 3, 4, 6, 3),
                bottlenecks("resnet101", new Bottleneck(1, 64), 3, 4, 23, 3),
                bottlenecks("resnext50_32x4d", new Bottleneck(32, 4), 3, 4, 6, 3),
                bottlenecks("resnext101_32x8d", new Bottleneck(32, 8), 3, 4, 23, 3),
                bottlenecks("wide_resnet50_2", new Bottleneck(1, 128), 3, 4, 6, 3),
                bottlenecks("wide_resnet101_2", new Bottleneck(1, 128), 3, 4, 23, 3),
                ModelArchitecture.cifar("resnet18_cifar", 1, ResNet::resnet18ForSmallImages));
    }

    /** Makes a block for an input width, a width and a stride. */
    private interface Block {
        Residual of(int in, int width, int stride);
    }

    private static Layer basic(Shape input, int classes, int... depths) {
        return net(stem(input), 1, ResNet::basicBlock, classes, depths);
    }

    private static ModelArchitecture bottlenecks(String name, Bottleneck block, int... depths) {
        return ModelArchitecture.imagenet(name, 1, (input, classes) -> net(stem(input), 4, block, classes, depths));
    }

    /** A stem of 3×3 at full size and no pooling, as small images have no pixels to spare. */
    private static Layer resnet18ForSmallImages(Shape input, int classes) {
        var stem = List.of(
                named("conv1", Conv2d.same(input.channels(), 64, 3, 1)),
                named("bn1", new BatchNorm2d(64)),
                named("relu", Activation.RELU));
        return net(stem, 1, ResNet::basicBlock, classes, 2, 2, 2, 2);
    }

    private static List<Named> stem(Shape input) {
        return List.of(
                named("conv1", Conv2d.same(input.channels(), 64, 7, 2)),
                named("bn1", new BatchNorm2d(64)),
                named("relu", Activation.RELU),
                named("maxpool", new MaxPool2d(3, 2, 1)));
    }

    private static Layer net(List<Named> stem, int expansion, Block block, int classes, int... depths) {
        var layers = new ArrayList<>(stem);
        int in = 64;
        for (int stage = 0; stage < depths.length; stage++) {
            var blocks = new ArrayList<Layer>();
            for (int i = 0; i < depths[stage]; i++) {
                blocks.add(block.of(in, WIDTHS[stage], stage > 0 && i == 0 ? 2 : 1));
                in = WIDTHS[stage] * expansion;
            }
            layers.add(named("layer" + (stage + 1), Sequential.of(blocks)));
        }
        layers.add(named("avgpool", new GlobalAveragePool()));
        layers.add(named("flatten", new Flatten()));
        layers.add(named("fc", new Linear(in, classes)));
        return new Sequential(layers);
    }

    private static Residual basicBlock(int in, int width, int stride) {
        var body = Sequential.of(
                named("conv1", Conv2d.same(in, width, 3, stride)),
                named("bn1", new BatchNorm2d(width)),
                named("relu", Activation.RELU),
                named("conv2", Conv2d.same(width, width, 3, 1)),
                named("bn2", new BatchNorm2d(width)));
        return residual(body, in, width, stride);
    }

    /** The 3×3 has groups of this width in the first stage, and wider ones in proportion in the others. */
    private record Bottleneck(int groups, int groupWidth) implements Block {
        @Override
        public Residual of(int in, int width, int stride) {
            int inner = width * groupWidth / WIDTHS[0] * groups;
            int out = 4 * width;
            var body = Sequential.of(
                    named("conv1", Conv2d.same(in, inner, 1, 1)),
                    named("bn1", new BatchNorm2d(inner)),
                    named("relu1", Activation.RELU),
                    named("conv2", new Conv2d(inner, inner, 3, stride, 1, groups, false)),
                    named("bn2", new BatchNorm2d(inner)),
                    named("relu2", Activation.RELU),
                    named("conv3", Conv2d.same(inner, out, 1, 1)),
                    named("bn3", new BatchNorm2d(out)));
            return residual(body, in, out, stride);
        }
    }

    private static Residual residual(Sequential body, int in, int out, int stride) {
        var downsample = stride == 1 && in == out
                ? Sequential.of(List.of())
                : Sequential.of(Conv2d.same(in, out, 1, stride), new BatchNorm2d(out));
        return new Residual("", body, "downsample", downsample, Activation.RELU);
    }
}
