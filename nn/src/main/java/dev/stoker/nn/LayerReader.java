package dev.stoker.nn;

import dev.stoker.core.Arguments;
import dev.stoker.core.Nearest;
import dev.stoker.core.StokerException;
import dev.stoker.core.Tree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads layers from a tree of text. A list is a sequence, a word a layer without arguments, a mapping one with them. What
 * flows into a layer is followed along, so that a number of inputs may be left out and a misfit is found where it stands.
 */
final class LayerReader {
    /** Stands for the number of classes, which the data decides. */
    static final String CLASSES = "classes";

    private static final String CUSTOM = "custom";

    private final String model;
    private final int classes;

    LayerReader(String model, int classes) {
        this.model = model;
        this.classes = classes;
    }

    Layer.Sequential sequence(String path, Tree tree, Flow input) {
        if (!(tree instanceof Tree.Items(List<Tree> items, int _))) {
            throw tree.wrong("%s: a list of layers is expected".formatted(owner(path)));
        }
        var children = new ArrayList<Layer.Named>();
        Flow flow = input;
        for (var item : items) {
            var child = child(path, item, children.size(), flow);
            flow = after(Names.join(path, child.name()), item, child.layer(), flow);
            children.add(child);
        }
        refuseTwins(path, tree, children);
        return new Layer.Sequential(children);
    }

    private Layer.Named child(String path, Tree item, int position, Flow in) {
        String name = item instanceof Tree.Entries entries
                ? Arguments.of(entries, owner(path)).text("name").orElse(Integer.toString(position))
                : Integer.toString(position);
        return new Layer.Named(name, layer(Names.join(path, name), item, in));
    }

    private void refuseTwins(String path, Tree tree, List<Layer.Named> children) {
        var names = new HashSet<String>();
        for (var child : children) {
            if (!child.name().isEmpty() && !names.add(child.name())) {
                throw tree.wrong("%s: two layers are called %s".formatted(owner(path), child.name()));
            }
        }
    }

    private Layer layer(String path, Tree tree, Flow in) {
        return switch (tree) {
            case Tree.Leaf(String kind, int _) ->
                whole(kind, path, in, Arguments.none(tree, "%s (%s)".formatted(owner(path), kind)));
            case Tree.Items _ -> sequence(path, tree, in);
            case Tree.Entries entries -> {
                String kind = Arguments.of(entries, owner(path)).neededText("layer");
                var arguments = Arguments.of(entries, "%s (%s)".formatted(owner(path), kind));
                arguments.text("layer");
                arguments.text("name");
                yield whole(kind, path, in, arguments);
            }
        };
    }

    private Layer whole(String kind, String path, Flow in, Arguments arguments) {
        try {
            var layer = layer(kind, path, in, arguments);
            arguments.refuseOthers();
            return layer;
        } catch (IllegalArgumentException wrong) {
            throw arguments.wrong(String.valueOf(wrong.getMessage()));
        }
    }

    private Layer layer(String kind, String path, Flow in, Arguments arguments) {
        return switch (kind) {
            case "conv2d" -> convolution(in, arguments);
            case "mixed-conv2d" -> mixed(path, in, arguments);
            case "batch-norm2d" ->
                new Layer.BatchNorm2d(
                        arguments.whole("channels").orElseGet(() -> channels("channels", in, arguments)),
                        arguments.number("momentum").orElse(0.1),
                        arguments.number("epsilon").orElse(1e-5),
                        arguments.truth("scale-trained", true));
            case "linear" -> linear(in, arguments);
            case "max-pool2d" -> new Layer.MaxPool2d(window(arguments), arguments.truth("ceil", false));
            case "average-pool2d" -> new Layer.AveragePool2d(window(arguments));
            case "adaptive-average-pool2d" ->
                new Layer.AdaptiveAveragePool2d(arguments.neededWhole("height"), arguments.neededWhole("width"));
            case "global-average-pool" -> new Layer.GlobalAveragePool();
            case "flatten" -> new Layer.Flatten();
            case "columns" -> columns(in, arguments);
            case "scale" -> new Layer.Scale(arguments.neededNumber("factor"));
            case "dropout" -> new Layer.Dropout(arguments.neededNumber("rate"));
            case "drop-path" -> new Layer.DropPath(arguments.neededNumber("rate"));
            case "sequential" -> sequence(path, arguments.neededTree("layers"), in);
            case "residual" -> residual(path, in, arguments);
            case "concat" -> concat(path, in, arguments);
            case "gate" -> new Layer.Gate(sequence(path, arguments.neededTree("gate"), in));
            case "auxiliary" -> auxiliary(path, in, arguments);
            default -> activation(kind).map(Layer.class::cast).orElseThrow(() -> unknown(kind, arguments));
        };
    }

    private static Optional<Layer.Activation> activation(String kind) {
        for (var activation : Layer.Activation.values()) {
            if (LayerWriter.word(activation).equals(kind)) {
                return Optional.of(activation);
            }
        }
        return Optional.empty();
    }

    private static StokerException unknown(String kind, Arguments arguments) {
        if (kind.toLowerCase(Locale.ROOT).equals(CUSTOM)) {
            return arguments.wrong("a custom layer is Java code and cannot be written down; build this model in Java");
        }
        String written = kind.toLowerCase(Locale.ROOT).replace('_', '-');
        return arguments.wrong("there is no layer '%s'%s (layers: %s)"
                .formatted(kind, Nearest.hint(written, LayerWriter.KINDS), String.join(", ", LayerWriter.KINDS)));
    }

    private Layer.Conv2d convolution(Flow in, Arguments arguments) {
        var conv = new Layer.Conv2d(
                arguments.whole("in").orElseGet(() -> channels("in", in, arguments)),
                count("out", arguments),
                window(arguments),
                arguments.whole("groups").orElse(1),
                arguments.truth("bias", true));
        return start("start", arguments).map(conv::starting).orElse(conv);
    }

    private static Layer columns(Flow in, Arguments arguments) {
        var columns = new ArrayList<Column>();
        for (var tree : arguments.list("columns").orElse(List.of())) {
            if (!(tree instanceof Tree.Entries entries)) {
                throw tree.wrong("a column is a mapping, such as {at: 0} or {at: 1, codes: 5, dimension: 2}");
            }
            columns.add(column(Arguments.of(entries, "column " + columns.size()), columns.size()));
        }
        return new Layer.Columns(arguments.whole("values").orElseGet(() -> Math.toIntExact(in.elements())), columns);
    }

    /** Without codes a number, without a dimension a code as features. */
    private static Column column(Arguments arguments, int position) {
        int at = arguments.neededWhole("at");
        var codes = arguments.whole("codes");
        var dimension = arguments.whole("dimension");
        String name = arguments.text("name").orElse(Integer.toString(position));
        arguments.refuseOthers();
        if (codes.isEmpty()) {
            return new Column.Numeric(at);
        }
        return dimension.isEmpty()
                ? new Column.OneHot(at, codes.getAsInt())
                : new Column.Embedding(name, at, codes.getAsInt(), dimension.getAsInt());
    }

    private Layer mixed(String path, Flow in, Arguments arguments) {
        var parts = new ArrayList<Layer.Conv2d>();
        for (var part : arguments.list("parts").orElse(List.of())) {
            if (!(layer(Names.join(path, Integer.toString(parts.size())), part, in) instanceof Layer.Conv2d conv)) {
                throw part.wrong("%s: the parts of mixed-conv2d are conv2d".formatted(owner(path)));
            }
            parts.add(conv);
        }
        if (parts.isEmpty()) {
            throw arguments.wrong("the key 'parts' is missing, a list of conv2d");
        }
        return new Layer.MixedConv2d(parts);
    }

    private Layer linear(Flow in, Arguments arguments) {
        int features = arguments.whole("in").orElseGet(() -> {
            if (in instanceof Flow.Row(int row)) {
                return row;
            }
            throw arguments.wrong("what comes in is a picture of %s: put flatten before it".formatted(in));
        });
        boolean bias = arguments.truth("bias", true);
        // A number below 1 is refused by the layer, not by the square root.
        Start usual = features < 1 ? Start.ZERO : Start.Uniform.fan(features);
        return new Layer.Linear(
                features,
                count("out", arguments),
                bias,
                start("start", arguments).orElse(usual),
                start("bias-start", arguments).orElse(bias ? usual : Start.ZERO));
    }

    private Layer residual(String path, Flow in, Arguments arguments) {
        String body = arguments.text("body-name").orElse("body");
        String shortcut = arguments.text("shortcut-name").orElse("shortcut");
        String word = arguments.text("activation").orElse(LayerWriter.word(Layer.Activation.RELU));
        return new Layer.Residual(
                body,
                sequence(Names.join(path, body), arguments.neededTree("body"), in),
                shortcut,
                sequence(
                        Names.join(path, shortcut), arguments.tree("shortcut").orElseGet(() -> Tree.of(List.of())), in),
                activation(word).orElseThrow(() -> unknown(word, arguments)));
    }

    private Layer concat(String path, Flow in, Arguments arguments) {
        var branches = new ArrayList<Layer.Named>();
        for (var branch : arguments.list("branches").orElse(List.of())) {
            branches.add(child(path, branch, branches.size(), in));
        }
        if (branches.isEmpty()) {
            throw arguments.wrong("the key 'branches' is missing, a list of layers");
        }
        return new Layer.Concat(branches);
    }

    private Layer auxiliary(String path, Flow in, Arguments arguments) {
        int smallest = arguments.whole("smallest").orElse(1);
        var head = sequence(path, arguments.neededTree("head"), in);
        return new Layer.Auxiliary(head, smallest);
    }

    private int count(String key, Arguments arguments) {
        return arguments.text(key).filter(CLASSES::equals).isPresent() ? classes : arguments.neededWhole(key);
    }

    private static int channels(String key, Flow in, Arguments arguments) {
        if (in instanceof Flow.Picture picture) {
            return picture.channels();
        }
        throw arguments.wrong("%s is not given, and what comes in is no picture but %s".formatted(key, in));
    }

    private static Window window(Arguments arguments) {
        var sides = pair("kernel", arguments).orElseThrow(() -> arguments.wrong("the key 'kernel' is missing"));
        int stride = arguments.whole("stride").orElse(1);
        if (arguments.tree("padding").filter(LayerReader::isSame).isPresent()) {
            return new Window(sides[0], sides[1], stride, sides[0] / 2, sides[1] / 2);
        }
        var padding = pair("padding", arguments).orElse(new int[2]);
        return new Window(sides[0], sides[1], stride, padding[0], padding[1]);
    }

    private static boolean isSame(Tree tree) {
        return tree instanceof Tree.Leaf(String text, int _) && text.equals("same");
    }

    /** One number for both, or those of height and width. */
    private static Optional<int[]> pair(String key, Arguments arguments) {
        return arguments.wholes(key).map(numbers -> switch (numbers.size()) {
            case 1 -> new int[] {numbers.getFirst(), numbers.getFirst()};
            case 2 -> new int[] {numbers.getFirst(), numbers.getLast()};
            default ->
                throw arguments.wrong(
                        "%s must be one number, or two for height and width, got %s".formatted(key, numbers));
        });
    }

    private static Optional<Start> start(String key, Arguments arguments) {
        return arguments.tree(key).map(tree -> {
            if (!(tree instanceof Tree.Entries entries) || entries.entries().size() != 1) {
                throw arguments.wrong("%s must be one of %s with its number, such as {normal: 0.01}"
                        .formatted(key, String.join(", ", LayerWriter.STARTS)));
            }
            return start(Arguments.of(entries, key));
        });
    }

    private static Start start(Arguments arguments) {
        for (String kind : LayerWriter.STARTS) {
            var number = arguments.number(kind);
            if (number.isPresent()) {
                double value = number.getAsDouble();
                return switch (kind) {
                    case "constant" -> new Start.Constant((float) value);
                    case "normal" -> new Start.Normal(value);
                    case "uniform" -> new Start.Uniform(value);
                    default -> new Start.Identity(value);
                };
            }
        }
        arguments.refuseOthers();
        throw new IllegalStateException("a mapping with one key has a known or an unknown one");
    }

    private Flow after(String path, Tree tree, Layer layer, Flow in) {
        try {
            return Shapes.after(model, classes, path, layer, in);
        } catch (StokerException misfit) {
            throw tree.wrong(String.valueOf(misfit.getMessage()));
        }
    }

    private String owner(String path) {
        return path.isEmpty() ? "model " + model : "layer " + path;
    }
}
