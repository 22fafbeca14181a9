package dev.stoker.job.predict;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a model says about one image.
 *
 * @param classes the most probable ones, the best first; none where the image could not be classified
 * @param problem why it could not be classified; empty where it was
 */
public record Prediction(Path image, List<ClassProbability> classes, Optional<String> problem) implements Answer {
    public Prediction {
        classes = List.copyOf(classes);
    }

    /** A class and its softmax probability. */
    public record ClassProbability(int label, String name, double probability) {}

    @Override
    public String sample() {
        return image.toString();
    }

    @Override
    public Map<String, Object> fields() {
        return Answer.fields("image", image.toString(), this);
    }
}
