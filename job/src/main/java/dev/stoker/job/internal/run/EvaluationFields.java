package dev.stoker.job.internal.run;

import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.evaluation.MultiLabelMetrics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The metrics of an evaluation under their names in JSON. */
public final class EvaluationFields {
    private EvaluationFields() {}

    /** Those of the task, without those of each class; {@code prefix} is empty or ends with an underscore. */
    public static Map<String, Object> of(String prefix, Evaluation evaluation) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put(prefix + evaluation.task().field(), evaluation.metric());
        fields.put(prefix + "loss", evaluation.loss());
        evaluation.multiLabel().ifPresentOrElse(metrics -> putAll(fields, prefix, metrics), () -> {
            fields.put(prefix + "top5_accuracy", evaluation.top5Accuracy());
        });
        return fields;
    }

    private static void putAll(Map<String, Object> fields, String prefix, MultiLabelMetrics metrics) {
        fields.put(prefix + "micro_f1", metrics.microF1());
        fields.put(prefix + "macro_f1", metrics.macroF1());
        fields.put(prefix + "exact_match", metrics.exactMatch());
    }

    /** Those of each class. */
    public static Map<String, Object> perClass(Evaluation evaluation, List<String> classes) {
        return evaluation
                .multiLabel()
                .map(metrics -> Map.<String, Object>of(
                        "per_class",
                        metrics.perClass().stream()
                                .map(score -> fields(score, classes.get(score.label())))
                                .toList()))
                .or(() -> evaluation.confusion().map(matrix -> PerClassFields.of(matrix, classes)))
                .orElse(Map.of());
    }

    private static Map<String, Object> fields(MultiLabelMetrics.ClassScore score, String name) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("class", name);
        fields.put("images", score.images());
        fields.put("average_precision", score.averagePrecision());
        fields.put("precision", score.precision());
        fields.put("recall", score.recall());
        fields.put("f1", score.f1());
        return fields;
    }
}
