package dev.stoker.job.internal.report;

import dev.stoker.core.SignificantDigits;
import dev.stoker.train.evaluation.MultiLabelMetrics;
import dev.stoker.train.evaluation.RegressionMetrics;
import java.util.Comparator;
import java.util.List;

/**
 * Average precision, precision, recall and F1 of each class of a multi-label model and their means; of many classes, of the worst. Of
 * regression, the errors of each target.
 */
final class LabelTable {
    private static final int MOST_CLASSES = 50;
    private static final int WORST = 20;

    private LabelTable() {}

    static String of(MultiLabelMetrics metrics, List<String> classes) {
        var html = new Html();
        var rows = metrics.perClass();
        if (rows.size() > MOST_CLASSES) {
            html.add(
                    "<p class='note'>The %d classes with the lowest average precision of %,d; result.json has all.</p>",
                    WORST, rows.size());
            rows = rows.stream()
                    .filter(row -> row.images() > 0)
                    .sorted(Comparator.comparingDouble(MultiLabelMetrics.ClassScore::averagePrecision))
                    .limit(WORST)
                    .toList();
        }
        html.add(
                "<p>mAP %.1f %%, micro F1 %.1f %%, macro F1 %.1f %%, exact match %.1f %%</p>",
                100 * metrics.meanAveragePrecision(),
                100 * metrics.microF1(),
                100 * metrics.macroF1(),
                100 * metrics.exactMatch());
        html.markup("<div class='wide'><table><thead><tr><th>class</th><th>images</th><th>average precision</th>"
                + "<th>precision</th><th>recall</th><th>F1</th></tr></thead><tbody>");
        rows.forEach(row -> html.add(
                "<tr><td>%s</td><td>%,d</td><td>%.1f %%</td><td>%.1f %%</td><td>%.1f %%</td><td>%.1f %%</td></tr>",
                classes.get(row.label()),
                row.images(),
                100 * row.averagePrecision(),
                100 * row.precision(),
                100 * row.recall(),
                100 * row.f1()));
        return html.markup("</tbody></table></div>").toString();
    }

    static String of(RegressionMetrics metrics, List<String> targets) {
        var html = new Html();
        html.markup("<div class='wide'><table><thead><tr><th>target</th><th>RMSE</th><th>MAE</th><th>R²</th>"
                + "<th>deviation of the target</th></tr></thead><tbody>");
        for (int target = 0; target < targets.size(); target++) {
            var score = metrics.perTarget().get(target);
            html.add(
                    "<tr><td>%s</td><td>%s</td><td>%s</td><td>%.4f</td><td>%s</td></tr>",
                    targets.get(target),
                    SignificantDigits.of(score.rootMeanSquaredError()),
                    SignificantDigits.of(score.meanAbsoluteError()),
                    score.determination(),
                    SignificantDigits.of(score.standardDeviation()));
        }
        return html.markup("</tbody></table></div>").toString();
    }
}
