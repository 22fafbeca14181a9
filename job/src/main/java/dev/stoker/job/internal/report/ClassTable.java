package dev.stoker.job.internal.report;

import dev.stoker.train.evaluation.ConfusionMatrix;
import java.util.Comparator;
import java.util.List;

/** Precision, recall and F1 of each class and their means; of many classes, of the worst. */
final class ClassTable {
    private static final int MOST_CLASSES = 50;
    private static final int WORST = 20;

    private ClassTable() {}

    static String of(ConfusionMatrix matrix, List<String> classes) {
        var html = new Html();
        var rows = matrix.perClass();
        if (rows.size() > MOST_CLASSES) {
            html.add(
                    "<p class='note'>The %d classes with the lowest F1 of %,d; result.json has all.</p>",
                    WORST, rows.size());
            rows = rows.stream()
                    .filter(row -> row.images() > 0)
                    .sorted(Comparator.comparingDouble(ConfusionMatrix.ClassMetrics::f1))
                    .limit(WORST)
                    .toList();
        }
        html.markup("<div class='wide'><table><thead><tr><th>class</th><th>images</th><th>precision</th>"
                + "<th>recall</th><th>F1</th></tr></thead><tbody>");
        rows.forEach(row -> row(html, classes.get(row.label()), row.images(), row.precision(), row.recall(), row.f1()));
        var mean = matrix.macroAverages();
        long images = matrix.perClass().stream()
                .mapToLong(ConfusionMatrix.ClassMetrics::images)
                .sum();
        row(html, "macro average", images, mean.precision(), mean.recall(), mean.f1());
        return html.markup("</tbody></table></div>").toString();
    }

    private static void row(Html html, String name, long images, double precision, double recall, double f1) {
        html.add(
                "<tr><td>%s</td><td>%,d</td><td>%.1f %%</td><td>%.1f %%</td><td>%.1f %%</td></tr>",
                name, images, 100 * precision, 100 * recall, 100 * f1);
    }
}
