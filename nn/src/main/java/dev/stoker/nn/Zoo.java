package dev.stoker.nn;

import static dev.stoker.nn.Layer.named;

import dev.stoker.core.Nearest;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.nn.Layer.BatchNorm2d;
import dev.stoker.nn.Layer.Conv2d;
import dev.stoker.nn.Layer.Flatten;
import dev.stoker.nn.Layer.GlobalAveragePool;
import dev.stoker.nn.Layer.Linear;
import dev.stoker.nn.Layer.MaxPool2d;
import dev.stoker.nn.Layer.Relu;
import dev.stoker.nn.Layer.Residual;
import dev.stoker.nn.Layer.Sequential;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** The models that can be asked for by name. */
public final class Zoo {
    private static final Map<String, BiFunction<Shape, Integer, Layer>> MODELS =
            new TreeMap<>(Map.of("cnn", Zoo::cnn, "mlp", Zoo::mlp, "resnet8", Zoo::resnet8));

    private Zoo() {}

    public static List<String> names() {
        return List.copyOf(MODELS.keySet());
    }

    /** Builds a model for pictures of this shape. */
    public static Model model(String name, Shape input, int classes) {
        var build = MODELS.get(name);
        if (build == null) {
            throw new StokerException("there is no model '%s'%s (models: %s)"
                    .formatted(name, Nearest.hint(name, names()), String.join(", ", names())));
        }
        return new Model(name, input, classes, build.apply(input, classes));
    }

    /** Two convolutions with batch norm and two linear layers: small enough for two cores, and worth training. */
    private static Layer cnn(Shape input, int classes) {
        var features = Sequential.of(
                Conv2d.same(input.channels(), 32, 3, 1),
                new BatchNorm2d(32),
                new Relu(),
                new MaxPool2d(2, 2, 0),
                Conv2d.same(32, 64, 3, 1),
                new BatchNorm2d(64),
                new Relu(),
                new MaxPool2d(2, 2, 0),
                new Flatten());
        int flat = 64 * (input.height() / 4) * (input.width() / 4);
        var classifier = Sequential.of(new Linear(flat, 128), new Relu(), new Linear(128, classes));
        return Sequential.of(named("features", features), named("classifier", classifier));
    }

    private static Layer mlp(Shape input, int classes) {
        return Sequential.of(
                named("flatten", new Flatten()),
                named(
                        "hidden",
                        Sequential.of(new Linear(input.bytes(), 256), new Relu(), new Linear(256, 128), new Relu())),
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

    private static Residual block(int in, int out, int stride) {
        var body = new ArrayList<>(convolution(in, out, 3, stride, true).children());
        body.add(named("3", Conv2d.same(out, out, 3, 1)));
        body.add(named("4", new BatchNorm2d(out)));
        var shortcut = stride == 1 && in == out ? Sequential.of(new Layer[0]) : convolution(in, out, 1, stride, false);
        return new Residual(new Sequential(body), shortcut);
    }

    private static Sequential convolution(int in, int out, int kernel, int stride, boolean relu) {
        return relu
                ? Sequential.of(Conv2d.same(in, out, kernel, stride), new BatchNorm2d(out), new Relu())
                : Sequential.of(Conv2d.same(in, out, kernel, stride), new BatchNorm2d(out));
    }
}
