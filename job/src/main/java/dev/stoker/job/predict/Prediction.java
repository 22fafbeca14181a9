package dev.stoker.job.predict;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a model says about one image.
 *
 * @param classes the most probable ones, the best first; none where the image could not be classified
 * @param problem why it could not be classified; empty where it was
 */
public record Prediction(Path image, List<ClassProbability> classes, Optional<String> problem) {
    public Prediction {
        classes = List.copyOf(classes);
    }

    /** A class and its softmax probability. */
    public record ClassProbability(int label, String name, double probability) {}

    /** The most probable class; empty where the image could not be classified. */
    public Optional<ClassProbability> best() {
        return classes.stream().findFirst();
    }

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("image", image.toString());
        problem.ifPresentOrElse(reason -> fields.put("error", reason), () -> fields.put("classes", ranked()));
        return fields;
    }

    private List<Map<String, Object>> ranked() {
        var ranked = new ArrayList<Map<String, Object>>();
        for (var each : classes) {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("class", each.name);
            fields.put("probability", each.probability);
            ranked.add(fields);
        }
        return ranked;
    }
}
