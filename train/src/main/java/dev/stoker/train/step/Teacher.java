package dev.stoker.train.step;

import dev.stoker.core.Shape;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A trained model that another one learns from. It has the same classes in the same order.
 *
 * @param models the model for images of a shape; all of them have the same weights
 * @param weights fills weights that are zeros so far
 * @param rescaling of the images that the student sees; empty where both are normalized in the same way
 */
public record Teacher(Function<Shape, Model> models, Consumer<Weights> weights, Optional<Rescaling> rescaling) {
    /** What makes values normalized in one way those of another, for each channel: times a factor, plus an offset. */
    public record Rescaling(List<Double> factors, List<Double> offsets) {
        public Rescaling {
            factors = List.copyOf(factors);
            offsets = List.copyOf(offsets);
            if (factors.size() != offsets.size()) {
                throw new IllegalArgumentException("each channel needs a factor and an offset, got %d and %d"
                        .formatted(factors.size(), offsets.size()));
            }
        }
    }
}
