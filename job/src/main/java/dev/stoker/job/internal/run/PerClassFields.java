package dev.stoker.job.internal.run;

import dev.stoker.train.evaluation.ConfusionMatrix;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of classes under their names in JSON. */
public final class PerClassFields {
    private PerClassFields() {}

    /** Means over all classes, and a mapping for each; {@code classes} are their names. */
    public static Map<String, Object> of(ConfusionMatrix confusion, List<String> classes) {
        var fields = new LinkedHashMap<String, Object>();
        var averages = confusion.macroAverages();
        fields.put("macro_precision", averages.precision());
        fields.put("macro_recall", averages.recall());
        fields.put("macro_f1", averages.f1());
        fields.put("per_class", perClass(confusion, classes));
        return fields;
    }

    private static List<Map<String, Object>> perClass(ConfusionMatrix confusion, List<String> classes) {
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
        fields.put("f1", score.f1());
        return fields;
    }
}
