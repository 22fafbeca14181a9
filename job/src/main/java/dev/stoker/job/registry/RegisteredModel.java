package dev.stoker.job.registry;

import dev.stoker.core.Bytes;
import dev.stoker.core.Shape;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One model and its cost.
 *
 * @param multiplyAdds of one image's forward pass
 * @param size of the weights in fp32
 * @param activations about what a training step in fp32 keeps of a batch for the backward pass
 */
public record RegisteredModel(
        String name,
        long parameters,
        long multiplyAdds,
        Bytes size,
        int batch,
        Bytes activations,
        Shape input,
        int classes) {

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", name);
        fields.put("parameters", parameters);
        fields.put("multiply_adds", multiplyAdds);
        fields.put("bytes", size.count());
        fields.put("batch", batch);
        fields.put("activation_bytes", activations.count());
        fields.put("input", input.toString());
        fields.put("classes", classes);
        return fields;
    }
}
