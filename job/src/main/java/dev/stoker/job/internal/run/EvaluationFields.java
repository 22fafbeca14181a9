package dev.stoker.job.internal.run;

import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.evaluation.MultiLabelMetrics;
import dev.stoker.train.evaluation.RegressionMetrics;
import java.util.ArrayList;
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
        switch (evaluation.task()) {
            case CLASSIFICATION -> fields.put(prefix + "top5_accuracy", evaluation.top5Accuracy());
            case MULTI_LABEL -> putAll(fields, prefix, evaluation.multiLabel().orElseThrow());
            case REGRESSION -> {
                var metrics = evaluation.regression().orElseThrow();
                fields.put(prefix + "mae", metrics.meanAbsoluteError());
                fields.put(prefix + "r2", metrics.determination());
            }
        }
        return fields;
    }

    private static void putAll(Map<String, Object> fields, String prefix, MultiLabelMetrics metrics) {
        fields.put(prefix + "micro_f1", metrics.microF1());
        fields.put(prefix + "macro_f1", metrics.macroF1());
        fields.put(prefix + "exact_match", metrics.exactMatch());
    }

    /** Those of each class, or of each target of regression. */
    public static Map<String, Object> perClass(Evaluation evaluation, List<String> classes) {
        if (evaluation.regression().isPresent()) {
            return Map.of("per_target", perTarget(evaluation.regression().get(), classes));
        }
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

    private static List<Map<String, Object>> perTarget(RegressionMetrics metrics, List<String> names) {
        var targets = new ArrayList<Map<String, Object>>();
        for (var score : metrics.perTarget()) {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("target", names.get(targets.size()));
            fields.put("rmse", score.rootMeanSquaredError());
            fields.put("mae", score.meanAbsoluteError());
            fields.put("r2", score.determination());
            targets.add(fields);
        }
        return targets;
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
