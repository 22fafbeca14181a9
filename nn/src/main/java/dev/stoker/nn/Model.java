package dev.stoker.nn;

import dev.stoker.core.Shape;

/** A classifier as a value: a tree of layers for pictures of one shape and a number of classes. */
public record Model(String name, Shape input, int classes, Layer root) {
    public Model {
        if (classes < 2) {
            throw new IllegalArgumentException("a classifier needs at least 2 classes, got " + classes);
        }
        Shapes.check(root, input, classes, name);
    }
}
