package dev.stoker.job.predict;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a model says about one sample: an image, or a row of a table. */
public sealed interface Answer permits Prediction, RowPrediction {
    /** What was classified, for people: the path of an image, or the number of a row. */
    String sample();

    /** The most probable classes, the best first; none where the sample could not be classified. */
    List<Prediction.ClassProbability> classes();

    /** What a model of regression predicts, a number for each target; none of a classifier. */
    List<Prediction.TargetValue> values();

    /** Why it could not be classified; empty where it was. */
    Optional<String> problem();

    /** The most probable class; empty where the sample could not be classified. */
    default Optional<Prediction.ClassProbability> best() {
        return classes().stream().findFirst();
    }

    /** The fields under their names in JSON. */
    Map<String, Object> fields();

    /** The fields that all have. */
    static Map<String, Object> fields(String key, Object sample, Answer answer) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put(key, sample);
        if (answer.problem().isPresent()) {
            fields.put("error", answer.problem().get());
        } else if (answer.values().isEmpty()) {
            fields.put("classes", ranked(answer.classes()));
        } else {
            fields.put("values", byName(answer.values()));
        }
        return fields;
    }

    private static Map<String, Object> byName(List<Prediction.TargetValue> values) {
        var byName = new LinkedHashMap<String, Object>();
        values.forEach(each -> byName.put(each.name(), each.value()));
        return byName;
    }

    private static List<Map<String, Object>> ranked(List<Prediction.ClassProbability> classes) {
        var ranked = new ArrayList<Map<String, Object>>();
        for (var each : classes) {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("class", each.name());
            fields.put("probability", each.probability());
            ranked.add(fields);
        }
        return ranked;
    }
}
