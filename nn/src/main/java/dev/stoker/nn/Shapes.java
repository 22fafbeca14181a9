package dev.stoker.nn;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import java.util.List;
import java.util.stream.IntStream;

/** Follows the shape of one picture through the tree and refuses layers that do not fit together, by name. */
final class Shapes {
    /** Sees each layer with what it takes and gives. */
    interface Visitor {
        /** Before its children. */
        default void enter(String path, Layer layer) {}

        /** After its children. */
        void visit(String path, Layer layer, Flow in, Flow out);
    }

    private final String model;
    private final int classes;
    private final boolean training;
    private final Visitor visitor;

    private Shapes(String model, int classes, boolean training, Visitor visitor) {
        this.model = model;
        this.classes = classes;
        this.training = training;
        this.visitor = visitor;
    }

    static void check(Layer root, Shape input, int classes, String model) {
        var shapes = new Shapes(model, classes, true, (_, _, _, _) -> {});
        shapes.refuseUnlessClasses("model " + model, shapes.through("", root, picture(input)));
    }

    /** Auxiliary heads are seen where the model is trained. */
    static Flow walk(Model model, boolean training, Visitor visitor) {
        return new Shapes(model.name(), model.classes(), training, visitor)
                .through("", model.root(), picture(model.input()));
    }

    /** What a layer that fits makes of this. */
    static Flow after(Layer layer, Flow in) {
        return new Shapes("", 0, false, (_, _, _, _) -> {}).through("", layer, in);
    }

    /** What a layer of a model makes of this; refuses it, by name, where it does not fit. */
    static Flow after(String model, int classes, String path, Layer layer, Flow in) {
        return new Shapes(model, classes, true, (_, _, _, _) -> {}).through(path, layer, in);
    }

    private static Flow picture(Shape input) {
        return new Flow.Picture(input.channels(), input.height(), input.width());
    }

    private Flow through(String path, Layer layer, Flow in) {
        visitor.enter(path, layer);
        Flow out = switch (layer) {
            case Layer.Conv2d conv -> windows(path, picture(path, in, conv.in()), conv.out(), conv.window(), false);
            case Layer.MixedConv2d mixed -> mixed(path, mixed.parts(), in);
            case Layer.BatchNorm2d norm -> picture(path, in, norm.channels());
            case Layer.Linear linear -> {
                if (!(in instanceof Flow.Row(int features)) || features != linear.in()) {
                    throw misfit(path, linear.in() + " features", in);
                }
                yield new Flow.Row(linear.out());
            }
            case Layer.Columns columns -> {
                if (in.elements() != columns.values()) {
                    throw misfit(path, columns.values() + " values", in);
                }
                yield new Flow.Row(columns.features());
            }
            case Layer.Activation _, Layer.Scale _, Layer.Dropout _, Layer.DropPath _ -> in;
            case Layer.MaxPool2d pool -> pooled(path, in, pool.window(), pool.ceil());
            case Layer.AveragePool2d pool -> pooled(path, in, pool.window(), false);
            case Layer.AdaptiveAveragePool2d pool ->
                new Flow.Picture(picture(path, in).channels(), pool.height(), pool.width());
            case Layer.GlobalAveragePool _ -> new Flow.Picture(picture(path, in).channels(), 1, 1);
            case Layer.Flatten _ ->
                new Flow.Row(Math.toIntExact(picture(path, in).elements()));
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

    private Flow sequence(String path, Layer.Sequential sequential, Flow in) {
        Flow flow = in;
        for (var child : sequential.children()) {
            flow = through(Names.join(path, child.name()), child.layer(), flow);
        }
        return flow;
    }

    private Flow residual(String path, Layer.Residual residual, Flow in) {
        var body = sequence(Names.join(path, residual.bodyName()), residual.body(), in);
        var shortcut = sequence(Names.join(path, residual.shortcutName()), residual.shortcut(), in);
        if (!body.equals(shortcut)) {
            throw misfit(path, "a shortcut of " + body, shortcut);
        }
        return body;
    }

    private Flow mixed(String path, List<Layer.Conv2d> parts, Flow in) {
        int channels = parts.stream().mapToInt(Layer.Conv2d::in).sum();
        var picture = picture(path, in, channels);
        return joined(
                path,
                IntStream.range(0, parts.size())
                        .mapToObj(i -> through(
                                Names.join(path, Integer.toString(i)),
                                parts.get(i),
                                new Flow.Picture(parts.get(i).in(), picture.height(), picture.width())))
                        .toList());
    }

    private Flow concatenated(String path, Layer.Concat concat, Flow in) {
        return joined(
                path,
                concat.branches().stream()
                        .map(branch -> through(Names.join(path, branch.name()), branch.layer(), in))
                        .toList());
    }

    private Flow joined(String path, List<Flow> flows) {
        var first = picture(path, flows.getFirst());
        int channels = 0;
        for (var flow : flows) {
            var picture = picture(path, flow);
            if (picture.height() != first.height() || picture.width() != first.width()) {
                throw misfit(path, "branches of %d×%d".formatted(first.height(), first.width()), picture);
            }
            channels += picture.channels();
        }
        return new Flow.Picture(channels, first.height(), first.width());
    }

    private Flow gated(String path, Layer.Gate gate, Flow in) {
        var picture = picture(path, in);
        var opening = sequence(path, gate.gate(), in);
        if (!opening.equals(picture) && !opening.equals(new Flow.Picture(picture.channels(), 1, 1))) {
            throw misfit(path, "a gate of %d×1×1".formatted(picture.channels()), opening);
        }
        return in;
    }

    private Flow auxiliary(String path, Layer.Auxiliary auxiliary, Flow in) {
        var picture = picture(path, in);
        if (training && auxiliary.takes(picture.height(), picture.width())) {
            refuseUnlessClasses("layer %s of model %s".formatted(path, model), sequence(path, auxiliary.head(), in));
        }
        return in;
    }

    private void refuseUnlessClasses(String what, Flow out) {
        if (!(out instanceof Flow.Row(int features)) || features != classes) {
            throw new StokerException("%s ends with %s, but there are %d classes".formatted(what, out, classes));
        }
    }

    private Flow pooled(String path, Flow in, Window window, boolean ceil) {
        var picture = picture(path, in);
        return windows(path, picture, picture.channels(), window, ceil);
    }

    private Flow windows(String path, Flow.Picture in, int channels, Window window, boolean ceil) {
        return new Flow.Picture(
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
        // A window that would start behind the picture, in its padding, is left out.
        return steps * stride >= side + padding ? steps : steps + 1;
    }

    private Flow.Picture picture(String path, Flow in, int channels) {
        var picture = picture(path, in);
        if (picture.channels() != channels) {
            throw misfit(path, channels + " channels", in);
        }
        return picture;
    }

    private Flow.Picture picture(String path, Flow in) {
        if (in instanceof Flow.Picture picture) {
            return picture;
        }
        throw misfit(path, "a picture", in);
    }

    private StokerException misfit(String path, String expected, Flow got) {
        return new StokerException("model %s: layer %s expects %s, got %s".formatted(model, path, expected, got));
    }
}
