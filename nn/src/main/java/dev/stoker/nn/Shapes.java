package dev.stoker.nn;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;

/** Follows the shape of one picture through the tree and refuses layers that do not fit together, by name. */
final class Shapes {
    /** What flows between layers: a picture, or a flat row of features. */
    sealed interface Flow {
        record Picture(int channels, int height, int width) implements Flow {
            @Override
            public String toString() {
                return channels + "×" + height + "×" + width;
            }
        }

        record Row(int features) implements Flow {
            @Override
            public String toString() {
                return features + " features";
            }
        }
    }

    /** Sees each layer with what it takes and gives. */
    interface Visitor {
        void visit(String path, Layer layer, Flow in, Flow out);
    }

    private final String model;
    private final Visitor visitor;

    private Shapes(String model, Visitor visitor) {
        this.model = model;
        this.visitor = visitor;
    }

    static void check(Layer root, Shape input, int classes, String model) {
        var out = walk(root, input, model, (_, _, _, _) -> {});
        if (!(out instanceof Flow.Row(int features)) || features != classes) {
            throw new StokerException("model %s ends with %s, but there are %d classes".formatted(model, out, classes));
        }
    }

    static Flow walk(Layer root, Shape input, String model, Visitor visitor) {
        var picture = new Flow.Picture(input.channels(), input.height(), input.width());
        return new Shapes(model, visitor).through("", root, picture);
    }

    private Flow through(String path, Layer layer, Flow in) {
        Flow out = switch (layer) {
            case Layer.Conv2d conv -> {
                var picture = picture(path, in, conv.in());
                yield new Flow.Picture(
                        conv.out(),
                        side(path, picture.height(), conv.kernel(), conv.stride(), conv.padding()),
                        side(path, picture.width(), conv.kernel(), conv.stride(), conv.padding()));
            }
            case Layer.BatchNorm2d norm -> picture(path, in, norm.channels());
            case Layer.Linear linear -> {
                if (!(in instanceof Flow.Row(int features)) || features != linear.in()) {
                    throw misfit(path, linear.in() + " features", in);
                }
                yield new Flow.Row(linear.out());
            }
            case Layer.Relu _ -> in;
            case Layer.MaxPool2d pool -> {
                var picture = anyPicture(path, in);
                yield new Flow.Picture(
                        picture.channels(),
                        side(path, picture.height(), pool.window(), pool.stride(), pool.padding()),
                        side(path, picture.width(), pool.window(), pool.stride(), pool.padding()));
            }
            case Layer.GlobalAveragePool _ ->
                new Flow.Picture(anyPicture(path, in).channels(), 1, 1);
            case Layer.Flatten _ -> {
                var picture = anyPicture(path, in);
                yield new Flow.Row(picture.channels() * picture.height() * picture.width());
            }
            case Layer.Sequential sequential -> sequence(path, sequential, in);
            case Layer.Residual residual -> {
                var body = sequence(Names.join(path, "body"), residual.body(), in);
                var shortcut = sequence(Names.join(path, "shortcut"), residual.shortcut(), in);
                if (!body.equals(shortcut)) {
                    throw misfit(path, "a shortcut of " + body, shortcut);
                }
                yield body;
            }
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

    private Flow.Picture picture(String path, Flow in, int channels) {
        var picture = anyPicture(path, in);
        if (picture.channels() != channels) {
            throw misfit(path, channels + " channels", in);
        }
        return picture;
    }

    private Flow.Picture anyPicture(String path, Flow in) {
        if (in instanceof Flow.Picture picture) {
            return picture;
        }
        throw misfit(path, "a picture", in);
    }

    private int side(String path, int side, int window, int stride, int padding) {
        if (side + 2 * padding < window) {
            throw new StokerException(
                    "model %s: a side of %d pixels is too small for layer %s (window %d); use larger images"
                            .formatted(model, side, path, window));
        }
        return (side + 2 * padding - window) / stride + 1;
    }

    private StokerException misfit(String path, String expected, Flow got) {
        return new StokerException("model %s: layer %s expects %s, got %s".formatted(model, path, expected, got));
    }
}
