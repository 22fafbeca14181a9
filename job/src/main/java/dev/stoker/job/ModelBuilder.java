package dev.stoker.job;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.nn.Model;

/** Builds a model of your own; called once for each image size of the training phases. */
@FunctionalInterface
public interface ModelBuilder {
    Model build(Shape input, int classes);

    /** A model for one image size and one number of classes; refuses others. */
    static ModelBuilder of(Model model) {
        return (input, classes) -> {
            if (!model.input().equals(input) || model.classes() != classes) {
                throw new StokerException("model %s is for %s and %d classes, but the data has %s and %d classes"
                        .formatted(model.name(), model.input(), model.classes(), input, classes));
            }
            return model;
        };
    }
}
