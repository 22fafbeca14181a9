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

/** MobileNet v3 (Howard et al., 2019), named as torchvision names it. */
final class MobileNetV3 {
    private static final Pattern WIDTH = Pattern.compile("mobilenet_v3_(small|large)_(\\d(?:\\.\\d{1,3})?)");
    private static final Initializer CLASSIFIER = new Initializer.Normal(0.01);

    private MobileNetV3() {}

    /** A row of the tables in the paper. */
    private record Row(int kernel, int hidden, int out, boolean gated, Activation activation, int stride) {
        static Row relu(int kernel, int hidden, int out, boolean gated, int stride) {
            return new Row(kernel, hidden, out, gated, Activation.RELU, stride);
        }

        static Row swish(int kernel, int hidden, int out, boolean gated, int stride) {
            return new Row(kernel, hidden, out, gated, Activation.HARD_SWISH, stride);
        }

        Row times(double multiplier) {
            return new Row(
                    kernel,
                    ConvolutionBlocks.makeDivisible(hidden * multiplier),
                    ConvolutionBlocks.makeDivisible(out * multiplier),
                    gated,
                    activation,
                    stride);
        }
    }

    private static final List<Row> SMALL = List.of(
            Row.relu(3, 16, 16, true, 2),
            Row.relu(3, 72, 24, false, 2),
            Row.relu(3, 88, 24, false, 1),
            Row.swish(5, 96, 40, true, 2),
            Row.swish(5, 240, 40, true, 1),
            Row.swish(5, 240, 40, true, 1),
            Row.swish(5, 120, 48, true, 1),
            Row.swish(5, 144, 48, true, 1),
            Row.swish(5, 288, 96, true, 2),
            Row.swish(5, 576, 96, true, 1),
            Row.swish(5, 576, 96, true, 1));

    private static final List<Row> LARGE = List.of(
            Row.relu(3, 16, 16, false, 1),
            Row.relu(3, 64, 24, false, 2),
            Row.relu(3, 72, 24, false, 1),
            Row.relu(5, 72, 40, true, 2),
            Row.relu(5, 120, 40, true, 1),
            Row.relu(5, 120, 40, true, 1),
            Row.swish(3, 240, 80, false, 2),
            Row.swish(3, 200, 80, false, 1),
            Row.swish(3, 184, 80, false, 1),
            Row.swish(3, 184, 80, false, 1),
            Row.swish(3, 480, 112, true, 1),
            Row.swish(3, 672, 112, true, 1),
            Row.swish(5, 672, 160, true, 2),
            Row.swish(5, 960, 160, true, 1),
            Row.swish(5, 960, 160, true, 1));

    static List<ModelArchitecture> all() {
        return List.of(
                small("mobilenet_v3_small", 1),
                small("mobilenet_v3_small_0.75", 0.75),
                large("mobilenet_v3_large", 1),
                large("mobilenet_v3_large_0.75", 0.75));
    }

    /** A net of any width that the name says. */
    static Optional<ModelArchitecture> ofWidth(String name) {
        var width = WIDTH.matcher(name);
        if (!width.matches() || Double.parseDouble(width.group(2)) == 0) {
            return Optional.empty();
        }
        double multiplier = Double.parseDouble(width.group(2));
        return Optional.of(width.group(1).equals("small") ? small(name, multiplier) : large(name, multiplier));
    }

    private static ModelArchitecture small(String name, double multiplier) {
        return ModelArchitecture.imagenet(name, 1, (input, classes) -> net(input, SMALL, 1024, multiplier, classes));
    }

    private static ModelArchitecture large(String name, double multiplier) {
        return ModelArchitecture.imagenet(name, 1, (input, classes) -> net(input, LARGE, 1280, multiplier, classes));
    }

    private static Layer net(Shape input, List<Row> rows, int hidden, double multiplier, int classes) {
        var features = new ArrayList<Layer>();
        int in = ConvolutionBlocks.makeDivisible(16 * multiplier);
        features.add(convolution(Conv2d.same(input.channels(), in, 3, 2), Activation.HARD_SWISH));
        for (var row : rows) {
            var scaled = row.times(multiplier);
            features.add(block(in, scaled));
            in = scaled.out();
        }
        features.add(convolution(Conv2d.same(in, 6 * in, 1, 1), Activation.HARD_SWISH));
        int head = ConvolutionBlocks.makeDivisible(hidden * multiplier);
        return ConvolutionBlocks.withClassifier(
                features,
                Sequential.of(
                        new Linear(6 * in, head, CLASSIFIER),
                        Activation.HARD_SWISH,
                        new Dropout(0.2),
                        new Linear(head, classes, CLASSIFIER)));
    }

    private static Layer block(int in, Row row) {
        var layers = new ArrayList<Layer>();
        if (row.hidden() != in) {
            layers.add(convolution(Conv2d.same(in, row.hidden(), 1, 1), row.activation()));
        }
        layers.add(convolution(Conv2d.depthwise(row.hidden(), row.kernel(), row.stride()), row.activation()));
        if (row.gated()) {
            layers.add(ConvolutionBlocks.squeezeAndExcitation(
                    row.hidden(),
                    ConvolutionBlocks.makeDivisible(row.hidden() / 4.0),
                    Activation.RELU,
                    Activation.HARD_SIGMOID));
        }
        layers.add(convolution(Conv2d.same(row.hidden(), row.out(), 1, 1), Activation.IDENTITY));
        var body = Sequential.of(named("block", Sequential.of(layers)));
        return row.stride() == 1 && in == row.out() ? Residual.around(body) : body;
    }

    private static Sequential convolution(Conv2d convolution, Activation activation) {
        return ConvolutionBlocks.convolution(convolution, new BatchNorm2d(convolution.out(), 0.01, 0.001), activation);
    }
}
