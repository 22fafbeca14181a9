package dev.stoker.job.pareto;

import dev.stoker.core.Bytes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A model, what it costs and, where a run has trained it, what it gives.
 *
 * @param name of the run, or of the model
 * @param multiplyAdds of one image's forward pass
 * @param size of the weights in fp32
 * @param imagesPerSecond of the forward pass, measured
 * @param accuracy of the run's best weights on its validation images
 */
public record ComparedModel(
        String name, String input, long multiplyAdds, Bytes size, double imagesPerSecond, OptionalDouble accuracy) {

    /** Whether it is better in one thing and not worse in the others; one without an accuracy is compared with none. */
    boolean dominates(ComparedModel other) {
        if (accuracy.isEmpty() || other.accuracy.isEmpty()) {
            return false;
        }
        double mine = accuracy.getAsDouble();
        double theirs = other.accuracy.getAsDouble();
        boolean noWorse = mine >= theirs && imagesPerSecond >= other.imagesPerSecond && size.compareTo(other.size) <= 0;
        return noWorse && (mine > theirs || imagesPerSecond > other.imagesPerSecond || size.compareTo(other.size) < 0);
    }

    /** The fields under their names in JSON. */
    Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", name);
        fields.put("input", input);
        fields.put("multiply_adds", multiplyAdds);
        fields.put("bytes", size.count());
        fields.put("images_per_second", imagesPerSecond);
        accuracy.ifPresent(value -> fields.put("accuracy", value));
        return fields;
    }
}
