package dev.stoker.job.internal.run;

import dev.stoker.train.evaluation.ConfusionMatrix;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of each class under their names in JSON. */
public final class PerClassFields {
    private PerClassFields() {}

    /** A mapping for each class; {@code classes} are their names. */
    public static List<Map<String, Object>> of(ConfusionMatrix confusion, List<String> classes) {
        return confusion.perClass().stream()
                .map(score -> fields(score, classes.get(score.label())))
                .toList();
    }

    private static Map<String, Object> fields(ConfusionMatrix.ClassMetrics score, String name) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("class", name);
        fields.put("images", score.images());
        fields.put("precision", score.precision());
        fields.put("recall", score.recall());
        return fields;
    }
}
