package dev.stoker.job.predict;

import dev.stoker.job.internal.run.EvaluationFields;
import dev.stoker.train.evaluation.ConfusionMatrix;
import dev.stoker.train.evaluation.Evaluation;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The evaluation of a model on some data.
 *
 * @param weights the file of the weights
 * @param split which samples of the data, in words
 */
public record ModelEvaluation(
        Path weights,
        String model,
        String data,
        String split,
        List<String> classes,
        Evaluation evaluation,
        double seconds) {
    public ModelEvaluation {
        classes = List.copyOf(classes);
    }

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("weights", weights.toString());
        fields.put("model", model);
        fields.put("data", data);
        fields.put("split", split);
        fields.put("images", evaluation.images());
        fields.putAll(EvaluationFields.of("", evaluation));
        fields.put("corrupt_images", evaluation.corrupt().count());
        fields.put("seconds", seconds);
        fields.put("images_per_second", evaluation.images() / seconds);
        fields.putAll(EvaluationFields.perClass(evaluation, classes));
        return fields;
    }

    /** The confusion matrix as rows of numbers: the class of a row is predicted as the class of a column. */
    public List<List<Long>> confusion() {
        return evaluation.confusion().map(ModelEvaluation::rows).orElse(List.of());
    }

    private static List<List<Long>> rows(ConfusionMatrix matrix) {
        return IntStream.range(0, matrix.classes())
                .mapToObj(label -> IntStream.range(0, matrix.classes())
                        .mapToObj(prediction -> matrix.count(label, prediction))
                        .toList())
                .toList();
    }
}
