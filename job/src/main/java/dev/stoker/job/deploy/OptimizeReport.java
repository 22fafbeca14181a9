package dev.stoker.job.deploy;

import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Variants of a model, the plain one first.
 *
 * @param task by which variants are judged
 * @param maxDrop points of accuracy that a variant may lose
 * @param data on which accuracy was measured, in words
 */
public record OptimizeReport(
        String model, Task task, String data, int samples, double maxDrop, List<ModelVariant> variants) {
    public OptimizeReport {
        variants = List.copyOf(variants);
    }

    /** What variants may lose, a share: accuracy, or what a task has in its place; of regression R², the variance that is explained. */
    public static String metric(Task task) {
        return switch (task) {
            case CLASSIFICATION, MULTI_LABEL -> task.metric();
            case REGRESSION -> "R²";
        };
    }

    /** The same, of this report. */
    public String metric() {
        return metric(task);
    }

    /** Refuses variants that lose more accuracy than allowed; their files and measurements are there. */
    public void requireAccuracy() {
        var plain = variants.getFirst();
        for (var variant : variants) {
            if (!variant.accepted()) {
                throw new StokerException(
                                "%s loses %.2f points of %s, and %.2f are allowed; allow more, or fine-tune for more epochs, prune less, calibrate otherwise"
                                        .formatted(
                                                variant.name(),
                                                100 * (plain.accuracy() - variant.accuracy()),
                                                metric(),
                                                maxDrop))
                        .about("max-drop");
            }
        }
    }

    private String field() {
        return task.hasShares() ? task.field() : "r2";
    }

    /** Writes report.md and report.html into a folder. */
    public void write(Path folder) {
        new VariantPage(this).write(folder);
    }

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("model", model);
        fields.put("data", data);
        fields.put("samples", (long) samples);
        fields.put("max_drop", maxDrop);
        fields.put("metric", field());
        fields.put(
                "variants", variants.stream().map(each -> each.fields(field())).toList());
        return fields;
    }
}
