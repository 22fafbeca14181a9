package dev.stoker.nn;

import dev.stoker.core.Shape;
import java.util.List;

/** A classifier as a value: a tree of layers for pictures of one shape and a number of classes. */
public record Model(String name, Shape input, int classes, Layer root) {
    public Model {
        if (classes < 2) {
            throw new IllegalArgumentException("a classifier needs at least 2 classes, got " + classes);
        }
        Shapes.check(root, input, classes, name);
    }

    /** The names of what is trained, in the order of a PyTorch state_dict. */
    public List<String> parameterNames() {
        return WeightSpec.of(this).stream()
                .filter(WeightSpec::trained)
                .map(WeightSpec::name)
                .toList();
    }
}
