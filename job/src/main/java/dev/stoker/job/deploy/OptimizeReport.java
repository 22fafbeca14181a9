package dev.stoker.job.deploy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Variants of a model, the plain one first.
 *
 * @param data on which accuracy was measured, in words
 */
public record OptimizeReport(String model, String data, int samples, List<ModelVariant> variants) {
    public OptimizeReport {
        variants = List.copyOf(variants);
    }

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("model", model);
        fields.put("data", data);
        fields.put("samples", (long) samples);
        fields.put("variants", variants.stream().map(ModelVariant::fields).toList());
        return fields;
    }
}
