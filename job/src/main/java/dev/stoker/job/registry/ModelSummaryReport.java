package dev.stoker.job.registry;

import dev.stoker.core.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A model layer by layer. */
public record ModelSummaryReport(
        String name, Shape input, int classes, long parameters, long multiplyAdds, List<Line> lines) {

    /** One layer: its depth in the tree, its name, its description and its output shape. */
    public record Line(int depth, String name, String layer, String output, long parameters) {}

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", name);
        fields.put("input", input.toString());
        fields.put("classes", classes);
        fields.put("parameters", parameters);
        fields.put("multiply_adds", multiplyAdds);
        fields.put("layers", lines.stream().map(ModelSummaryReport::fields).toList());
        return fields;
    }

    private static Map<String, Object> fields(Line line) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("depth", line.depth());
        fields.put("name", line.name());
        fields.put("layer", line.layer());
        fields.put("output", line.output());
        fields.put("parameters", line.parameters());
        return fields;
    }
}
