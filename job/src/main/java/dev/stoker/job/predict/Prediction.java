package dev.stoker.job.predict;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a model says about one image.
 *
 * @param classes the most probable ones, the best first; none where the image could not be classified
 * @param values what a model of regression predicts, a number for each target; none of a classifier
 * @param problem why it could not be classified; empty where it was
 */
public record Prediction(Path image, List<ClassProbability> classes, List<TargetValue> values, Optional<String> problem)
        implements Answer {
    public Prediction {
        classes = List.copyOf(classes);
        values = List.copyOf(values);
    }

    /** With those classes alone whose probability is at least a threshold. */
    Prediction atLeast(double threshold) {
        return new Prediction(
                image,
                classes.stream().filter(each -> each.probability() >= threshold).toList(),
                values,
                problem);
    }

    /** A class and its probability: the softmax, or the sigmoid where images have any number of classes. */
    public record ClassProbability(int label, String name, double probability) {}

    /** A target and the number that is predicted, in the units of the data. */
    public record TargetValue(String name, double value) {}

    @Override
    public String sample() {
        return image.toString();
    }

    @Override
    public Map<String, Object> fields() {
        return Answer.fields("image", image.toString(), this);
    }
}
