package dev.stoker.nn.definition;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigArguments;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.nn.internal.ShapeInference;
import dev.stoker.nn.internal.WeightNames;
import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.Layer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads layers from a tree of text. A list is a sequence, a word a layer without arguments, a mapping one with them. Shapes are
 * inferred along the way, so that numbers of inputs may be omitted and a layer that does not fit is reported with its line.
 */
final class LayerDefinitionReader {
    /** Stands for the number of classes, which depends on the data. */
    static final String CLASSES = "classes";

    private static final String CUSTOM = "custom";

    private final String model;
    private final int classes;

    LayerDefinitionReader(String model, int classes) {
        this.model = model;
        this.classes = classes;
    }

    Layer.Sequential sequence(String path, ConfigNode tree, ActivationShape input) {
        if (!(tree instanceof ConfigNode.Sequence(List<ConfigNode> items, int _))) {
            throw tree.error("%s: a list of layers is expected".formatted(owner(path)));
        }
        var children = new ArrayList<Layer.Named>();
        ActivationShape shape = input;
        for (var item : items) {
            var child = child(path, item, children.size(), shape);
            shape = after(WeightNames.join(path, child.name()), item, child.layer(), shape);
            children.add(child);
        }
        refuseDuplicateNames(path, tree, children);
        return new Layer.Sequential(children);
    }

    private Layer.Named child(String path, ConfigNode item, int position, ActivationShape in) {
        String name = item instanceof ConfigNode.Mapping entries
                ? ConfigArguments.of(entries, owner(path)).text("name").orElse(Integer.toString(position))
                : Integer.toString(position);
        return new Layer.Named(name, layer(WeightNames.join(path, name), item, in));
    }

    private void refuseDuplicateNames(String path, ConfigNode tree, List<Layer.Named> children) {
        var names = new HashSet<String>();
        for (var child : children) {
            if (!child.name().isEmpty() && !names.add(child.name())) {
                throw tree.error("%s: two layers are called %s".formatted(owner(path), child.name()));
            }
        }
    }

    private Layer layer(String path, ConfigNode tree, ActivationShape in) {
        return switch (tree) {
            case ConfigNode.Scalar(String kind, int _) ->
                whole(kind, path, in, ConfigArguments.none(tree, "%s (%s)".formatted(owner(path), kind)));
            case ConfigNode.Sequence _ -> sequence(path, tree, in);
            case ConfigNode.Mapping entries -> {
                String kind = ConfigArguments.of(entries, owner(path)).requiredText("layer");
                var arguments = ConfigArguments.of(entries, "%s (%s)".formatted(owner(path), kind));
                arguments.text("layer");
                arguments.text("name");
                yield whole(kind, path, in, arguments);
            }
        };
    }

    private Layer whole(String kind, String path, ActivationShape in, ConfigArguments arguments) {
        try {
            var layer = layer(kind, path, in, arguments);
            arguments.rejectUnknownKeys();
            return layer;
        } catch (IllegalArgumentException wrong) {
            throw arguments.error(String.valueOf(wrong.getMessage()));
        }
    }

    private Layer layer(String kind, String path, ActivationShape in, ConfigArguments arguments) {
        return switch (kind) {
            case "conv2d" -> convolution(in, arguments);
            case "mixed-conv2d" -> mixed(path, in, arguments);
            case "batch-norm2d" ->
                new Layer.BatchNorm2d(
                        arguments.integer("channels").orElseGet(() -> channels("channels", in, arguments)),
                        arguments.number("momentum").orElse(0.1),
                        arguments.number("epsilon").orElse(1e-5),
                        arguments.bool("scale-trained", true));
            case "local-response-norm" ->
                new Layer.LocalResponseNorm(
                        arguments.requiredInteger("size"),
                        arguments.number("alpha").orElse(1e-4),
                        arguments.number("beta").orElse(0.75),
                        arguments.number("k").orElse(1));
            case "layer-norm" ->
                new Layer.LayerNorm(
                        count("features", in, arguments),
                        arguments.number("epsilon").orElse(1e-5));
            case "group-norm" ->
                new Layer.GroupNorm(
                        arguments.requiredInteger("groups"),
                        arguments.integer("channels").orElseGet(() -> channels("channels", in, arguments)),
                        arguments.number("epsilon").orElse(1e-5));
            case "layer-scale" ->
                new Layer.LayerScale(count("channels", in, arguments), (float) arguments.requiredNumber("initial"));
            case "tokens" -> new Layer.Tokens();
            case "class-token" ->
                new Layer.ClassToken(
                        count("features", in, arguments),
                        InitializerReader.read("start", arguments).orElse(Initializer.ZERO));
            case "position-embedding" -> positionEmbedding(in, arguments);
            case "self-attention" -> new Layer.SelfAttention(arguments.requiredInteger("heads"));
            case "first-token" -> new Layer.FirstToken();
            case "linear" -> linear(in, arguments);
            case "max-pool2d" -> new Layer.MaxPool2d(KernelWindowReader.read(arguments), arguments.bool("ceil", false));
            case "average-pool2d" -> new Layer.AveragePool2d(KernelWindowReader.read(arguments));
            case "adaptive-average-pool2d" ->
                new Layer.AdaptiveAveragePool2d(
                        arguments.requiredInteger("height"), arguments.requiredInteger("width"));
            case "global-average-pool" -> new Layer.GlobalAveragePool();
            case "flatten" -> new Layer.Flatten();
            case "columns" -> ColumnsReader.read(in, arguments);
            case "scale" -> new Layer.Scale(arguments.requiredNumber("factor"));
            case "dropout" -> new Layer.Dropout(arguments.requiredNumber("rate"));
            case "drop-path" -> new Layer.DropPath(arguments.requiredNumber("rate"));
            case "sequential" -> sequence(path, arguments.requiredNode("layers"), in);
            case "residual" -> residual(path, in, arguments);
            case "concat" -> concat(path, in, arguments);
            case "gate" -> new Layer.Gate(sequence(path, arguments.requiredNode("gate"), in));
            case "auxiliary" -> auxiliary(path, in, arguments);
            default -> activation(kind).map(Layer.class::cast).orElseThrow(() -> unknown(kind, arguments));
        };
    }

    private static Optional<Layer.Activation> activation(String kind) {
        for (var activation : Layer.Activation.values()) {
            if (LayerDefinitionWriter.word(activation).equals(kind)) {
                return Optional.of(activation);
            }
        }
        return Optional.empty();
    }

    private static StokerException unknown(String kind, ConfigArguments arguments) {
        if (kind.toLowerCase(Locale.ROOT).equals(CUSTOM)) {
            return arguments.error("a custom layer is Java code and has no YAML form; build this model in Java");
        }
        String written = kind.toLowerCase(Locale.ROOT).replace('_', '-');
        return arguments.error("there is no layer '%s'%s (layers: %s)"
                .formatted(
                        kind,
                        NameSuggestion.didYouMean(written, LayerDefinitionWriter.KINDS),
                        String.join(", ", LayerDefinitionWriter.KINDS)));
    }

    private Layer.Conv2d convolution(ActivationShape in, ConfigArguments arguments) {
        var defaults = new Layer.Conv2d(
                arguments.integer("in").orElseGet(() -> channels("in", in, arguments)),
                count("out", arguments),
                KernelWindowReader.read(arguments),
                arguments.integer("groups").orElse(1),
                arguments.bool("bias", true));
        return new Layer.Conv2d(
                defaults.in(),
                defaults.out(),
                defaults.window(),
                defaults.groups(),
                defaults.bias(),
                InitializerReader.read("start", arguments).orElse(defaults.initializer()),
                InitializerReader.read("bias-start", arguments).orElse(defaults.biasInitializer()));
    }

    private Layer mixed(String path, ActivationShape in, ConfigArguments arguments) {
        var parts = new ArrayList<Layer.Conv2d>();
        for (var part : arguments.list("parts").orElse(List.of())) {
            if (!(layer(WeightNames.join(path, Integer.toString(parts.size())), part, in)
                    instanceof Layer.Conv2d conv)) {
                throw part.error("%s: the parts of mixed-conv2d are conv2d".formatted(owner(path)));
            }
            parts.add(conv);
        }
        if (parts.isEmpty()) {
            throw arguments.error("the key 'parts' is missing, a list of conv2d");
        }
        return new Layer.MixedConv2d(parts);
    }

    private Layer linear(ActivationShape in, ConfigArguments arguments) {
        int features = arguments.integer("in").orElseGet(() -> {
            if (in instanceof ActivationShape.FeatureMap) {
                throw arguments.error(
                        "its input is a feature map of %s: put flatten before it, or give in for a layer of each pixel"
                                .formatted(in));
            }
            return features(in);
        });
        boolean bias = arguments.bool("bias", true);
        // A number below 1 is refused by the layer, not by the square root.
        Initializer defaultInitializer = features < 1 ? Initializer.ZERO : Initializer.Uniform.fan(features);
        return new Layer.Linear(
                features,
                count("out", arguments),
                bias,
                InitializerReader.read("start", arguments).orElse(defaultInitializer),
                InitializerReader.read("bias-start", arguments).orElse(bias ? defaultInitializer : Initializer.ZERO));
    }

    private Layer residual(String path, ActivationShape in, ConfigArguments arguments) {
        String body = arguments.text("body-name").orElse("body");
        String shortcut = arguments.text("shortcut-name").orElse("shortcut");
        String word = arguments.text("activation").orElse(LayerDefinitionWriter.word(Layer.Activation.RELU));
        return new Layer.Residual(
                body,
                sequence(WeightNames.join(path, body), arguments.requiredNode("body"), in),
                shortcut,
                sequence(
                        WeightNames.join(path, shortcut),
                        arguments.node("shortcut").orElseGet(() -> ConfigNode.of(List.of())),
                        in),
                activation(word).orElseThrow(() -> unknown(word, arguments)));
    }

    private Layer concat(String path, ActivationShape in, ConfigArguments arguments) {
        var branches = new ArrayList<Layer.Named>();
        for (var branch : arguments.list("branches").orElse(List.of())) {
            branches.add(child(path, branch, branches.size(), in));
        }
        if (branches.isEmpty()) {
            throw arguments.error("the key 'branches' is missing, a list of layers");
        }
        return new Layer.Concat(branches);
    }

    private Layer auxiliary(String path, ActivationShape in, ConfigArguments arguments) {
        int smallest = arguments.integer("smallest").orElse(1);
        var head = sequence(path, arguments.requiredNode("head"), in);
        return new Layer.Auxiliary(head, smallest);
    }

    private static Layer positionEmbedding(ActivationShape in, ConfigArguments arguments) {
        if (in instanceof ActivationShape.Tokens(int tokens, int features)) {
            return new Layer.PositionEmbedding(
                    tokens,
                    features,
                    InitializerReader.read("start", arguments).orElse(LayerDefinitionWriter.POSITIONS));
        }
        throw arguments.error("its input is %s: put tokens before it".formatted(in));
    }

    /** Of each vector of the input, unless the key says it. */
    private static int count(String key, ActivationShape in, ConfigArguments arguments) {
        return arguments.integer(key).orElseGet(() -> features(in));
    }

    private static int features(ActivationShape in) {
        return switch (in) {
            case ActivationShape.FeatureMap map -> map.channels();
            case ActivationShape.Tokens tokens -> tokens.features();
            case ActivationShape.Features features -> features.features();
        };
    }

    private int count(String key, ConfigArguments arguments) {
        return arguments.text(key).filter(CLASSES::equals).isPresent() ? classes : arguments.requiredInteger(key);
    }

    private static int channels(String key, ActivationShape in, ConfigArguments arguments) {
        if (in instanceof ActivationShape.FeatureMap image) {
            return image.channels();
        }
        throw arguments.error("%s is missing, and cannot be inferred from an input of %s".formatted(key, in));
    }

    private ActivationShape after(String path, ConfigNode tree, Layer layer, ActivationShape in) {
        try {
            return ShapeInference.after(model, classes, path, layer, in);
        } catch (StokerException misfit) {
            throw tree.error(String.valueOf(misfit.getMessage()));
        }
    }

    private String owner(String path) {
        return path.isEmpty() ? "model " + model : "layer " + path;
    }
}
