package dev.stoker.nn.definition;

import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.nn.layer.ColumnEncoding;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.KernelWindow;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.WeightSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Writes layers as {@link LayerDefinitionReader} reads them; default values are omitted. */
final class LayerDefinitionWriter {
    static final List<String> INITIALIZERS = List.of("constant", "normal", "uniform", "identity");

    static final List<String> KINDS = Stream.concat(
                    Stream.of(
                            "conv2d",
                            "mixed-conv2d",
                            "batch-norm2d",
                            "local-response-norm",
                            "layer-norm",
                            "group-norm",
                            "linear",
                            "max-pool2d",
                            "average-pool2d",
                            "adaptive-average-pool2d",
                            "global-average-pool",
                            "flatten",
                            "columns",
                            "scale",
                            "layer-scale",
                            "tokens",
                            "class-token",
                            "position-embedding",
                            "self-attention",
                            "first-token",
                            "dropout",
                            "drop-path",
                            "sequential",
                            "residual",
                            "concat",
                            "gate",
                            "auxiliary"),
                    Arrays.stream(Layer.Activation.values()).map(LayerDefinitionWriter::word))
            .toList();

    /** How position embeddings are initialized. */
    static final Initializer POSITIONS = new Initializer.Normal(0.02);

    private final int classes;

    LayerDefinitionWriter(int classes) {
        this.classes = classes;
    }

    static String word(Layer.Activation activation) {
        return activation.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** With {@code head}, the last layer with weights computes the logits. */
    ConfigNode sequence(Layer.Sequential sequential, boolean head) {
        var items = new ArrayList<ConfigNode>();
        var children = sequential.children();
        int last = head ? lastWithWeights(children) : -1;
        for (int i = 0; i < children.size(); i++) {
            items.add(child(children.get(i), i, i == last));
        }
        return ConfigNode.of(items);
    }

    private static int lastWithWeights(List<Layer.Named> children) {
        int last = -1;
        for (int i = 0; i < children.size(); i++) {
            if (!WeightSpec.of("", children.get(i).layer()).isEmpty()) {
                last = i;
            }
        }
        return last;
    }

    private ConfigNode child(Layer.Named child, int position, boolean head) {
        boolean named = !child.name().equals(Integer.toString(position));
        if (child.layer() instanceof Layer.Activation activation && !named) {
            return ConfigNode.of(word(activation));
        }
        if (child.layer() instanceof Layer.Sequential sequential && !named) {
            return sequence(sequential, head);
        }
        var entries = new LinkedHashMap<String, ConfigNode>();
        entries.put("layer", ConfigNode.of(kind(child.layer())));
        if (named) {
            entries.put("name", ConfigNode.of(child.name()));
        }
        arguments(child.layer(), head, entries);
        return ConfigNode.of(entries);
    }

    private static String kind(Layer layer) {
        return switch (layer) {
            case Layer.Conv2d _ -> "conv2d";
            case Layer.MixedConv2d _ -> "mixed-conv2d";
            case Layer.BatchNorm2d _ -> "batch-norm2d";
            case Layer.LocalResponseNorm _ -> "local-response-norm";
            case Layer.LayerNorm _ -> "layer-norm";
            case Layer.GroupNorm _ -> "group-norm";
            case Layer.LayerScale _ -> "layer-scale";
            case Layer.Tokens _ -> "tokens";
            case Layer.ClassToken _ -> "class-token";
            case Layer.PositionEmbedding _ -> "position-embedding";
            case Layer.SelfAttention _ -> "self-attention";
            case Layer.FirstToken _ -> "first-token";
            case Layer.Linear _ -> "linear";
            case Layer.Columns _ -> "columns";
            case Layer.Activation activation -> word(activation);
            case Layer.MaxPool2d _ -> "max-pool2d";
            case Layer.AveragePool2d _ -> "average-pool2d";
            case Layer.AdaptiveAveragePool2d _ -> "adaptive-average-pool2d";
            case Layer.GlobalAveragePool _ -> "global-average-pool";
            case Layer.Flatten _ -> "flatten";
            case Layer.Scale _ -> "scale";
            case Layer.Dropout _ -> "dropout";
            case Layer.DropPath _ -> "drop-path";
            case Layer.Sequential _ -> "sequential";
            case Layer.Residual _ -> "residual";
            case Layer.Concat _ -> "concat";
            case Layer.Gate _ -> "gate";
            case Layer.Auxiliary _ -> "auxiliary";
            case Layer.Custom custom ->
                throw new StokerException("%s is a custom layer, which is Java code and cannot be written as YAML"
                        .formatted(custom.layer().getClass().getName()));
        };
    }

    private void arguments(Layer layer, boolean head, Map<String, ConfigNode> entries) {
        switch (layer) {
            case Layer.Conv2d conv -> convolution(conv, entries);
            case Layer.MixedConv2d mixed ->
                entries.put(
                        "parts",
                        ConfigNode.of(mixed.parts().stream()
                                .map(part -> child(new Layer.Named("0", part), 0, false))
                                .toList()));
            case Layer.BatchNorm2d norm -> {
                put("channels", norm.channels(), entries);
                putUnless(0.1, "momentum", norm.momentum(), entries);
                putUnless(1e-5, "epsilon", norm.epsilon(), entries);
                putUnless(true, "scale-trained", norm.scaleTrainable(), entries);
            }
            case Layer.LocalResponseNorm norm -> {
                put("size", norm.size(), entries);
                putUnless(1e-4, "alpha", norm.alpha(), entries);
                putUnless(0.75, "beta", norm.beta(), entries);
                putUnless(1.0, "k", norm.k(), entries);
            }
            case Layer.LayerNorm norm -> {
                put("features", norm.features(), entries);
                putUnless(1e-5, "epsilon", norm.epsilon(), entries);
            }
            case Layer.GroupNorm norm -> {
                put("groups", norm.groups(), entries);
                put("channels", norm.channels(), entries);
                putUnless(1e-5, "epsilon", norm.epsilon(), entries);
            }
            case Layer.LayerScale scale -> {
                put("channels", scale.channels(), entries);
                put("initial", scale.initial(), entries);
            }
            case Layer.ClassToken token -> {
                put("features", token.features(), entries);
                putUnless(Initializer.ZERO, "start", token.initializer(), entries);
            }
            case Layer.PositionEmbedding embedding -> positionEmbedding(embedding, entries);
            case Layer.SelfAttention attention -> put("heads", attention.heads(), entries);
            case Layer.Linear linear -> linear(linear, head, entries);
            case Layer.MaxPool2d pool -> {
                window(pool.window(), entries);
                putUnless(false, "ceil", pool.ceil(), entries);
            }
            case Layer.AveragePool2d pool -> window(pool.window(), entries);
            case Layer.AdaptiveAveragePool2d pool -> {
                put("height", pool.height(), entries);
                put("width", pool.width(), entries);
            }
            case Layer.Columns columns -> {
                put("values", columns.values(), entries);
                entries.put(
                        "columns",
                        ConfigNode.of(columns.columns().stream()
                                .map(LayerDefinitionWriter::column)
                                .toList()));
            }
            case Layer.Scale scale -> put("factor", scale.factor(), entries);
            case Layer.Dropout dropout -> put("rate", dropout.rate(), entries);
            case Layer.DropPath dropPath -> put("rate", dropPath.rate(), entries);
            case Layer.Sequential sequential -> entries.put("layers", sequence(sequential, head));
            case Layer.Residual residual -> residual(residual, entries);
            case Layer.Concat concat -> entries.put("branches", named(concat.branches()));
            case Layer.Gate gate -> entries.put("gate", sequence(gate.gate(), false));
            case Layer.Auxiliary auxiliary -> {
                put("smallest", auxiliary.smallest(), entries);
                entries.put("head", sequence(auxiliary.head(), true));
            }
            case Layer.Activation _,
                    Layer.GlobalAveragePool _,
                    Layer.Flatten _,
                    Layer.Tokens _,
                    Layer.FirstToken _,
                    Layer.Custom _ -> {}
        }
    }

    private ConfigNode named(List<Layer.Named> branches) {
        var items = new ArrayList<ConfigNode>();
        for (var branch : branches) {
            items.add(child(branch, items.size(), false));
        }
        return ConfigNode.of(items);
    }

    private static void convolution(Layer.Conv2d conv, Map<String, ConfigNode> entries) {
        put("in", conv.in(), entries);
        put("out", conv.out(), entries);
        window(conv.window(), entries);
        putUnless(1, "groups", conv.groups(), entries);
        putUnless(true, "bias", conv.bias(), entries);
        var defaults = new Layer.Conv2d(conv.in(), conv.out(), conv.window(), conv.groups(), conv.bias());
        putUnless(defaults.initializer(), "start", conv.initializer(), entries);
        putUnless(defaults.biasInitializer(), "bias-start", conv.biasInitializer(), entries);
    }

    private void linear(Layer.Linear linear, boolean head, Map<String, ConfigNode> entries) {
        put("in", linear.in(), entries);
        put("out", head && linear.out() == classes ? LayerDefinitionReader.CLASSES : linear.out(), entries);
        putUnless(true, "bias", linear.bias(), entries);
        Initializer defaultInitializer = Initializer.Uniform.fan(linear.in());
        putUnless(defaultInitializer, "start", linear.initializer(), entries);
        putUnless(
                linear.bias() ? defaultInitializer : Initializer.ZERO, "bias-start", linear.biasInitializer(), entries);
    }

    /** Without its sizes, which are those of its input: so one file serves images of every size. */
    private static void positionEmbedding(Layer.PositionEmbedding embedding, Map<String, ConfigNode> entries) {
        putUnless(POSITIONS, "start", embedding.initializer(), entries);
    }

    private void residual(Layer.Residual residual, Map<String, ConfigNode> entries) {
        putUnless("body", "body-name", residual.bodyName(), entries);
        entries.put("body", sequence(residual.body(), false));
        putUnless("shortcut", "shortcut-name", residual.shortcutName(), entries);
        if (!residual.shortcut().children().isEmpty()) {
            entries.put("shortcut", sequence(residual.shortcut(), false));
        }
        putUnless(word(Layer.Activation.RELU), "activation", word(residual.activation()), entries);
    }

    private static ConfigNode column(ColumnEncoding column) {
        var entries = new LinkedHashMap<String, ConfigNode>();
        put("at", column.index(), entries);
        switch (column) {
            case ColumnEncoding.Numeric _ -> {}
            case ColumnEncoding.OneHot(int _, int categories) -> put("codes", categories, entries);
            case ColumnEncoding.Embedding(String name, int _, int categories, int dimension) -> {
                put("codes", categories, entries);
                put("dimension", dimension, entries);
                put("name", name, entries);
            }
        }
        return ConfigNode.of(entries);
    }

    private static void window(KernelWindow window, Map<String, ConfigNode> entries) {
        pair("kernel", window.height(), window.width(), entries);
        putUnless(1, "stride", window.stride(), entries);
        if (window.rowPadding() > 0 || window.columnPadding() > 0) {
            pair("padding", window.rowPadding(), window.columnPadding(), entries);
        }
    }

    private static void pair(String key, int height, int width, Map<String, ConfigNode> entries) {
        if (height == width) {
            put(key, height, entries);
        } else {
            entries.put(
                    key,
                    ConfigNode.of(
                            List.of(ConfigNode.of(Integer.toString(height)), ConfigNode.of(Integer.toString(width)))));
        }
    }

    private static void putUnless(Object defaultValue, String key, Object value, Map<String, ConfigNode> entries) {
        if (!value.equals(defaultValue)) {
            put(key, value, entries);
        }
    }

    private static void put(String key, Object value, Map<String, ConfigNode> entries) {
        entries.put(
                key,
                value instanceof Initializer initializer ? initializer(initializer) : ConfigNode.of(value.toString()));
    }

    private static ConfigNode initializer(Initializer initializer) {
        return switch (initializer) {
            case Initializer.Constant(float value) ->
                ConfigNode.of(Map.of("constant", ConfigNode.of(Float.toString(value))));
            case Initializer.Normal(double deviation) ->
                ConfigNode.of(Map.of("normal", ConfigNode.of(Double.toString(deviation))));
            case Initializer.Uniform(double bound) ->
                ConfigNode.of(Map.of("uniform", ConfigNode.of(Double.toString(bound))));
            case Initializer.Identity(double bound) ->
                ConfigNode.of(Map.of("identity", ConfigNode.of(Double.toString(bound))));
        };
    }
}
