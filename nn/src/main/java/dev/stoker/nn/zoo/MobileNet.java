package dev.stoker.nn.zoo;

import static dev.stoker.nn.layer.Layer.named;

import dev.stoker.core.Shape;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.BatchNorm2d;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.Dropout;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.Residual;
import dev.stoker.nn.layer.Layer.Sequential;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** MobileNet v1 (Howard et al., 2017) and v2 (Sandler et al., 2018); v2 is named as torchvision names it. */
final class MobileNet {
    private static final Pattern WIDTH = Pattern.compile("mobilenet_(v[12])_(\\d(?:\\.\\d{1,3})?)");
    private static final Initializer CLASSIFIER = new Initializer.Normal(0.01);

    private MobileNet() {}

    static List<ModelArchitecture> all() {
        return Stream.of(
                        Stream.of(v1("mobilenet_v1", 1), v2("mobilenet_v2", 1)),
                        Stream.of("0.25", "0.5", "0.75")
                                .map(width -> v1("mobilenet_v1_" + width, Double.parseDouble(width))),
                        Stream.of("0.5", "0.75", "1.4")
                                .map(width -> v2("mobilenet_v2_" + width, Double.parseDouble(width))))
                .flatMap(architectures -> architectures)
                .toList();
    }

    /** A MobileNet of any width that the name says. */
    static Optional<ModelArchitecture> ofWidth(String name) {
        var width = WIDTH.matcher(name);
        if (!width.matches() || Double.parseDouble(width.group(2)) == 0) {
            return Optional.empty();
        }
        double multiplier = Double.parseDouble(width.group(2));
        return Optional.of(width.group(1).equals("v1") ? v1(name, multiplier) : v2(name, multiplier));
    }

    /** A stem and thirteen pairs of a depthwise and a 1×1 convolution. */
    private static ModelArchitecture v1(String name, double multiplier) {
        int[] widths = {64, 128, 128, 256, 256, 512, 512, 512, 512, 512, 512, 1024, 1024};
        return ModelArchitecture.imagenet(name, 1, (input, classes) -> {
            var features = new ArrayList<Layer>();
            int in = width(32, multiplier);
            features.add(ConvolutionBlocks.convolution(Conv2d.same(input.channels(), in, 3, 2), Activation.RELU));
            for (int i = 0; i < widths.length; i++) {
                int out = width(widths[i], multiplier);
                boolean halves = i > 0 && widths[i] > widths[i - 1];
                features.add(Sequential.of(
                        ConvolutionBlocks.convolution(Conv2d.depthwise(in, 3, halves ? 2 : 1), Activation.RELU),
                        ConvolutionBlocks.convolution(Conv2d.same(in, out, 1, 1), Activation.RELU)));
                in = out;
            }
            return ConvolutionBlocks.withClassifier(features, new Linear(in, classes, CLASSIFIER));
        });
    }

    private static int width(int channels, double multiplier) {
        return Math.max(8, (int) (channels * multiplier));
    }

    private static ModelArchitecture v2(String name, double multiplier) {
        return ModelArchitecture.imagenet(name, 1, (input, classes) -> v2(input, multiplier, classes));
    }

    /** A narrower net keeps the width of its last convolution. */
    private static Layer v2(Shape input, double multiplier, int classes) {
        int[][] stages = {
            {1, 16, 1, 1}, {6, 24, 2, 2}, {6, 32, 3, 2}, {6, 64, 4, 2}, {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}
        };
        var features = new ArrayList<Layer>();
        int in = ConvolutionBlocks.makeDivisible(32 * multiplier);
        features.add(ConvolutionBlocks.convolution(Conv2d.same(input.channels(), in, 3, 2), Activation.RELU6));
        for (int[] stage : stages) {
            int out = ConvolutionBlocks.makeDivisible(stage[1] * multiplier);
            for (int i = 0; i < stage[2]; i++) {
                features.add(inverted(in, out, stage[0], i == 0 ? stage[3] : 1));
                in = out;
            }
        }
        int last = ConvolutionBlocks.makeDivisible(1280 * Math.max(1, multiplier));
        features.add(ConvolutionBlocks.convolution(Conv2d.same(in, last, 1, 1), Activation.RELU6));
        return ConvolutionBlocks.withClassifier(
                features, Sequential.of(new Dropout(0.2), new Linear(last, classes, CLASSIFIER)));
    }

    /** An inverted residual: expansion, depthwise convolution, and projection without an activation. */
    private static Layer inverted(int in, int out, int expansion, int stride) {
        int hidden = in * expansion;
        var layers = new ArrayList<Layer>();
        if (expansion > 1) {
            layers.add(ConvolutionBlocks.convolution(Conv2d.same(in, hidden, 1, 1), Activation.RELU6));
        }
        layers.add(ConvolutionBlocks.convolution(Conv2d.depthwise(hidden, 3, stride), Activation.RELU6));
        layers.add(Conv2d.same(hidden, out, 1, 1));
        layers.add(new BatchNorm2d(out));
        var body = Sequential.of(named("conv", Sequential.of(layers)));
        return stride == 1 && in == out ? Residual.around(body) : body;
    }
}
