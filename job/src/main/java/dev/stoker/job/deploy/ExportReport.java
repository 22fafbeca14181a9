package dev.stoker.job.deploy;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An exported model.
 *
 * @param largestDifference between logits of ONNX Runtime and of Stoker
 * @param compared how many samples were compared
 * @param comparedOn the data that they are of, or noise
 */
public record ExportReport(
        Path file, String model, String input, long size, int compared, String comparedOn, double largestDifference) {

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("file", file.toString());
        fields.put("model", model);
        fields.put("input", input);
        fields.put("bytes", size);
        fields.put("compared", (long) compared);
        fields.put("compared_on", comparedOn);
        fields.put("largest_difference", largestDifference);
        return fields;
    }
}
