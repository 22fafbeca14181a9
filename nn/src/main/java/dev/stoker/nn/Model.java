package dev.stoker.nn;

import dev.stoker.core.Shape;
import dev.stoker.nn.internal.ShapeInference;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.WeightSpec;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A classifier as a value: a tree of layers for images of one shape and a number of classes. */
public record Model(String name, Shape input, int classes, Layer root) {
    public Model {
        if (classes < 1) {
            throw new IllegalArgumentException("a model needs at least 1 output, got " + classes);
        }
        ShapeInference.check(root, input, classes, name);
    }

    /** The first weight that another model has in another size or not at all; empty where both can use the same weights. */
    public Optional<String> firstDifference(Model other) {
        var theirs = WeightSpec.of(other).stream()
                .collect(Collectors.toMap(WeightSpec::name, WeightSpec::sizeList, (first, _) -> first));
        return WeightSpec.of(this).stream()
                .filter(spec -> !spec.sizeList().equals(theirs.get(spec.name())))
                .map(spec -> "%s has the sizes %s and would have %s"
                        .formatted(spec.name(), spec.sizeList(), theirs.get(spec.name())))
                .findFirst();
    }

    /** The names of the trainable parameters, in the order of a PyTorch state_dict. */
    public List<String> parameterNames() {
        return WeightSpec.of(this).stream()
                .filter(WeightSpec::trainable)
                .map(WeightSpec::name)
                .toList();
    }
}
