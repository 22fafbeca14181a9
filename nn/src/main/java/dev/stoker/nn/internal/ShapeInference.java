package dev.stoker.nn.internal;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.nn.Model;
import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.KernelWindow;
import dev.stoker.nn.layer.Layer;
import java.util.List;
import java.util.stream.IntStream;

/** Infers the shapes of all activations in a tree, and refuses layers that do not fit together, by name. */
public final class ShapeInference {
    /** Visits each layer with its input and output shapes. */
    public interface Visitor {
        /** Before its children. */
        default void enter(String path, Layer layer) {}

        /** After its children. */
        void visit(String path, Layer layer, ActivationShape in, ActivationShape out);
    }

    private final String model;
    private final int classes;
    private final boolean training;
    private final Visitor visitor;

    private ShapeInference(String model, int classes, boolean training, Visitor visitor) {
        this.model = model;
        this.classes = classes;
        this.training = training;
        this.visitor = visitor;
    }

    public static void check(Layer root, Shape input, int classes, String model) {
        var shapes = new ShapeInference(model, classes, true, (_, _, _, _) -> {});
        shapes.refuseUnlessClasses("model " + model, shapes.infer("", root, image(input)));
    }

    /** Auxiliary heads are visited in training mode. */
    public static ActivationShape walk(Model model, boolean training, Visitor visitor) {
        return new ShapeInference(model.name(), model.classes(), training, visitor)
                .infer("", model.root(), image(model.input()));
    }

    /** The output shape of a layer that fits. */
    public static ActivationShape after(Layer layer, ActivationShape in) {
        return new ShapeInference("", 0, false, (_, _, _, _) -> {}).infer("", layer, in);
    }

    /** The output shape of a layer of a model; refuses it, by name, where it does not fit. */
    public static ActivationShape after(String model, int classes, String path, Layer layer, ActivationShape in) {
        return new ShapeInference(model, classes, true, (_, _, _, _) -> {}).infer(path, layer, in);
    }

    private static ActivationShape image(Shape input) {
        return new ActivationShape.FeatureMap(input.channels(), input.height(), input.width());
    }

    private ActivationShape infer(String path, Layer layer, ActivationShape in) {
        visitor.enter(path, layer);
        ActivationShape out = switch (layer) {
            case Layer.Conv2d conv -> windows(path, image(path, in, conv.in()), conv.out(), conv.window(), false);
            case Layer.MixedConv2d mixed -> mixed(path, mixed.parts(), in);
            case Layer.BatchNorm2d norm -> image(path, in, norm.channels());
            case Layer.LocalResponseNorm _ -> image(path, in);
            case Layer.LayerNorm norm -> vectors(path, in, norm.features(), norm.features());
            case Layer.GroupNorm norm -> image(path, in, norm.channels());
            case Layer.LayerScale scale -> vectors(path, in, scale.channels(), scale.channels());
            case Layer.Linear linear -> vectors(path, in, linear.in(), linear.out());
            case Layer.Tokens _ -> tokens(path, image(path, in));
            case Layer.ClassToken token -> withToken(path, tokens(path, in), token.features());
            case Layer.PositionEmbedding embedding -> positioned(path, embedding, tokens(path, in));
            case Layer.SelfAttention attention -> attended(path, attention, tokens(path, in));
            case Layer.FirstToken _ ->
                new ActivationShape.Features(tokens(path, in).features());
            case Layer.Columns columns -> {
                if (in.elements() != columns.values()) {
                    throw misfit(path, columns.values() + " values", in);
                }
                yield new ActivationShape.Features(columns.features());
            }
            case Layer.Activation _, Layer.Scale _, Layer.Dropout _, Layer.DropPath _ -> in;
            case Layer.MaxPool2d pool -> pooled(path, in, pool.window(), pool.ceil());
            case Layer.AveragePool2d pool -> pooled(path, in, pool.window(), false);
            case Layer.AdaptiveAveragePool2d pool ->
                new ActivationShape.FeatureMap(image(path, in).channels(), pool.height(), pool.width());
            case Layer.GlobalAveragePool _ ->
                new ActivationShape.FeatureMap(image(path, in).channels(), 1, 1);
            case Layer.Flatten _ -> {
                long features = image(path, in).elements();
                if (features > Integer.MAX_VALUE) {
                    throw misfit(path, "at most %,d values".formatted(Integer.MAX_VALUE), in);
                }
                yield new ActivationShape.Features((int) features);
            }
            case Layer.Sequential sequential -> sequence(path, sequential, in);
            case Layer.Residual residual -> residual(path, residual, in);
            case Layer.Concat concat -> concatenated(path, concat, in);
            case Layer.Gate gate -> gated(path, gate, in);
            case Layer.Auxiliary auxiliary -> auxiliary(path, auxiliary, in);
            case Layer.Custom custom -> custom.layer().output(in);
        };
        visitor.visit(path, layer, in, out);
        return out;
    }

    /** Of layers that read vectors of {@code in} numbers and write {@code out} for each: features, tokens, or the channels of pixels. */
    private ActivationShape vectors(String path, ActivationShape shape, int in, int out) {
        return switch (shape) {
            case ActivationShape.Features(int features) when features == in -> new ActivationShape.Features(out);
            case ActivationShape.Tokens(int tokens, int features)
            when features == in -> new ActivationShape.Tokens(tokens, out);
            case ActivationShape.FeatureMap(int channels, int height, int width)
            when channels == in -> new ActivationShape.FeatureMap(out, height, width);
            case ActivationShape.Features _, ActivationShape.Tokens _, ActivationShape.FeatureMap _ ->
                throw misfit(path, in + " features", shape);
        };
    }

    private ActivationShape tokens(String path, ActivationShape.FeatureMap image) {
        long pixels = (long) image.height() * image.width();
        if (pixels > Integer.MAX_VALUE) {
            throw misfit(path, "at most %,d pixels".formatted(Integer.MAX_VALUE), image);
        }
        return new ActivationShape.Tokens((int) pixels, image.channels());
    }

    private ActivationShape withToken(String path, ActivationShape.Tokens in, int features) {
        if (in.features() != features) {
            throw misfit(path, "tokens of %d features".formatted(features), in);
        }
        return new ActivationShape.Tokens(in.tokens() + 1, features);
    }

    private ActivationShape positioned(String path, Layer.PositionEmbedding embedding, ActivationShape.Tokens in) {
        var expected = new ActivationShape.Tokens(embedding.tokens(), embedding.features());
        if (!in.equals(expected)) {
            throw misfit(path, expected.toString(), in);
        }
        return in;
    }

    private ActivationShape attended(String path, Layer.SelfAttention attention, ActivationShape.Tokens in) {
        if (in.features() % (3 * attention.heads()) != 0) {
            throw misfit(path, "queries, keys and values that %d heads can divide".formatted(attention.heads()), in);
        }
        return new ActivationShape.Tokens(in.tokens(), in.features() / 3);
    }

    private ActivationShape sequence(String path, Layer.Sequential sequential, ActivationShape in) {
        ActivationShape shape = in;
        for (var child : sequential.children()) {
            shape = infer(WeightNames.join(path, child.name()), child.layer(), shape);
        }
        return shape;
    }

    private ActivationShape residual(String path, Layer.Residual residual, ActivationShape in) {
        var body = sequence(WeightNames.join(path, residual.bodyName()), residual.body(), in);
        var shortcut = sequence(WeightNames.join(path, residual.shortcutName()), residual.shortcut(), in);
        if (!body.equals(shortcut)) {
            throw misfit(path, "a shortcut of " + body, shortcut);
        }
        return body;
    }

    private ActivationShape mixed(String path, List<Layer.Conv2d> parts, ActivationShape in) {
        int channels = parts.stream().mapToInt(Layer.Conv2d::in).sum();
        var image = image(path, in, channels);
        return joined(
                path,
                IntStream.range(0, parts.size())
                        .mapToObj(i -> infer(
                                WeightNames.join(path, Integer.toString(i)),
                                parts.get(i),
                                new ActivationShape.FeatureMap(parts.get(i).in(), image.height(), image.width())))
                        .toList());
    }

    private ActivationShape concatenated(String path, Layer.Concat concat, ActivationShape in) {
        return joined(
                path,
                concat.branches().stream()
                        .map(branch -> infer(WeightNames.join(path, branch.name()), branch.layer(), in))
                        .toList());
    }

    private ActivationShape joined(String path, List<ActivationShape> shapes) {
        var first = image(path, shapes.getFirst());
        int channels = 0;
        for (var shape : shapes) {
            var image = image(path, shape);
            if (image.height() != first.height() || image.width() != first.width()) {
                throw misfit(path, "branches of %d×%d".formatted(first.height(), first.width()), image);
            }
            channels += image.channels();
        }
        return new ActivationShape.FeatureMap(channels, first.height(), first.width());
    }

    private ActivationShape gated(String path, Layer.Gate gate, ActivationShape in) {
        var image = image(path, in);
        var opening = sequence(path, gate.gate(), in);
        if (!opening.equals(image) && !opening.equals(new ActivationShape.FeatureMap(image.channels(), 1, 1))) {
            throw misfit(path, "a gate of %d×1×1".formatted(image.channels()), opening);
        }
        return in;
    }

    private ActivationShape auxiliary(String path, Layer.Auxiliary auxiliary, ActivationShape in) {
        var image = image(path, in);
        if (training && auxiliary.supports(image.height(), image.width())) {
            refuseUnlessClasses("layer %s of model %s".formatted(path, model), sequence(path, auxiliary.head(), in));
        }
        return in;
    }

    private void refuseUnlessClasses(String what, ActivationShape out) {
        if (!(out instanceof ActivationShape.Features(int features)) || features != classes) {
            throw new StokerException("%s ends with %s, but there are %d classes".formatted(what, out, classes));
        }
    }

    private ActivationShape pooled(String path, ActivationShape in, KernelWindow window, boolean ceil) {
        var image = image(path, in);
        return windows(path, image, image.channels(), window, ceil);
    }

    private ActivationShape windows(
            String path, ActivationShape.FeatureMap in, int channels, KernelWindow window, boolean ceil) {
        return new ActivationShape.FeatureMap(
                channels,
                side(path, in.height(), window.height(), window.stride(), window.rowPadding(), ceil),
                side(path, in.width(), window.width(), window.stride(), window.columnPadding(), ceil));
    }

    private int side(String path, int side, int window, int stride, int padding, boolean ceil) {
        int room = side + 2 * padding - window;
        if (room < 0) {
            throw new StokerException(
                    "model %s: a side of %d pixels is too small for layer %s (window %d); use larger images"
                            .formatted(model, side, path, window));
        }
        int steps = ceil ? Math.ceilDiv(room, stride) : room / stride;
        // A window that would start after the image, in its padding, is skipped.
        return steps * stride >= side + padding ? steps : steps + 1;
    }

    private ActivationShape.FeatureMap image(String path, ActivationShape in, int channels) {
        var image = image(path, in);
        if (image.channels() != channels) {
            throw misfit(path, channels + " channels", in);
        }
        return image;
    }

    private ActivationShape.FeatureMap image(String path, ActivationShape in) {
        if (in instanceof ActivationShape.FeatureMap image) {
            return image;
        }
        throw misfit(path, "a feature map", in);
    }

    private ActivationShape.Tokens tokens(String path, ActivationShape in) {
        if (in instanceof ActivationShape.Tokens tokens) {
            return tokens;
        }
        throw misfit(path, "tokens", in);
    }

    private StokerException misfit(String path, String expected, ActivationShape got) {
        return new StokerException("model %s: layer %s expects %s, got %s".formatted(model, path, expected, got));
    }
}
