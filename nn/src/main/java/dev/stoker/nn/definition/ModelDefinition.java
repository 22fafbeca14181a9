package dev.stoker.nn.definition;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigArguments;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.nn.Model;
import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.WeightSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A model as text: a list of layers, or a mapping with that list under {@code layers}, a name, and the images and
 * its default number of classes.
 */
public record ModelDefinition(String name, Optional<Shape> input, OptionalInt classes, ConfigNode layers) {

    /** The name is used where the text has none. */
    public static ModelDefinition of(ConfigNode tree, String name) {
        if (!(tree instanceof ConfigNode.Mapping entries)) {
            return new ModelDefinition(name, Optional.empty(), OptionalInt.empty(), tree);
        }
        var arguments = ConfigArguments.of(entries, "model " + name);
        var written = new ModelDefinition(
                arguments.text("name").orElse(name),
                arguments.integers("input").map(sides -> shape(sides, arguments)),
                arguments.integer("classes"),
                arguments.requiredNode("layers"));
        arguments.rejectUnknownKeys();
        return written;
    }

    /** The text of a model that exists; the head that gives the logits follows the number of classes. */
    public static ConfigNode write(Model model) {
        var entries = new LinkedHashMap<String, ConfigNode>();
        var input = model.input();
        entries.put("name", ConfigNode.of(model.name()));
        entries.put(
                "input",
                ConfigNode.of(IntStream.of(input.height(), input.width(), input.channels())
                        .mapToObj(side -> ConfigNode.of(Integer.toString(side)))
                        .toList()));
        entries.put("classes", ConfigNode.of(Integer.toString(model.classes())));
        var root = model.root() instanceof Layer.Sequential sequential
                ? sequential
                : new Layer.Sequential(List.of(new Layer.Named("", model.root())));
        entries.put("layers", new LayerDefinitionWriter(model.classes()).sequence(root, true));
        return ConfigNode.of(entries);
    }

    /** The same text with the name in it. */
    public ConfigNode tree() {
        var entries = new LinkedHashMap<String, ConfigNode>();
        entries.put("name", ConfigNode.of(name));
        entries.put("layers", layers);
        return ConfigNode.of(entries);
    }

    /** The model for images of this shape. */
    public Model build(Shape shape, int count) {
        return checked(
                shape,
                count,
                new LayerDefinitionReader(name, count)
                        .sequence(
                                "",
                                layers,
                                new ActivationShape.FeatureMap(shape.channels(), shape.height(), shape.width())));
    }

    /** The model for rows of a table, which come to the layers as the features of its columns. */
    public Model build(Layer.Named columns, int features, Shape row, int count) {
        var children = new ArrayList<Layer.Named>(List.of(columns));
        children.addAll(new LayerDefinitionReader(name, count)
                .sequence("", layers, new ActivationShape.Features(features))
                .children());
        return checked(row, count, new Layer.Sequential(children));
    }

    private Model checked(Shape shape, int count, Layer root) {
        try {
            var model = new Model(name, shape, count, root);
            WeightSpec.of(model);
            return model;
        } catch (IllegalArgumentException twins) {
            throw layers.error(String.valueOf(twins.getMessage()));
        } catch (StokerException misfit) {
            throw layers.error("%s; end with {layer: linear, out: classes}".formatted(misfit.getMessage()));
        }
    }

    private static Shape shape(List<Integer> sides, ConfigArguments arguments) {
        if (sides.size() != 3 || sides.stream().anyMatch(side -> side < 1)) {
            throw arguments.error("input must be height, width and channels, such as [28, 28, 1], got " + sides);
        }
        return new Shape(sides.get(0), sides.get(1), sides.get(2));
    }
}
