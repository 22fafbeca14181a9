package dev.stoker.job.internal.report;

import dev.stoker.train.evaluation.ConfusionMatrix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The confusion matrix as a table whose cells are darker the more images they hold; of many classes, the worst confusions. */
final class ConfusionTable {
    private static final int MOST_CLASSES = 20;
    private static final int WORST = 20;
    private static final int LONGEST_NAME = 24;

    private final ConfusionMatrix matrix;
    private final List<String> classes;

    private ConfusionTable(ConfusionMatrix matrix, List<String> classes) {
        this.matrix = matrix;
        this.classes = classes;
    }

    static String of(ConfusionMatrix matrix, List<String> classes) {
        var table = new ConfusionTable(matrix, classes);
        return matrix.classes() <= MOST_CLASSES ? table.heatmap() : table.worst();
    }

    private String name(int label) {
        String name = classes.get(label);
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
    }

    private String heatmap() {
        var html = new Html().markup("<div class='wide'><table class='confusion'><thead><tr><td></td>");
        for (int label = 0; label < matrix.classes(); label++) {
            html.add("<th scope='col' class='up'><span>%s</span></th>", name(label));
        }
        html.markup("<th scope='col'>recall</th></tr></thead><tbody>");
        for (var row : matrix.perClass()) {
            html.add("<tr><th scope='row'>%s</th>", name(row.label()));
            for (int prediction = 0; prediction < matrix.classes(); prediction++) {
                cell(html, row.label(), prediction, row.images());
            }
            html.add("<td class='recall'>%.0f %%</td></tr>", 100 * row.recall());
        }
        return html.markup("</tbody></table></div>")
                .add("<p class='note'>Rows are classes, columns are predictions.</p>")
                .toString();
    }

    private void cell(Html html, int label, int prediction, long images) {
        long count = matrix.count(label, prediction);
        double share = images == 0 ? 0 : count / (double) images;
        html.add(
                "<td class='%s%s' style='--heat:%.3f' title='%s predicted as %s: %d of %d'>%s</td>",
                label == prediction ? "right" : "wrong",
                share > 0.55 ? " full" : "",
                Math.sqrt(share),
                classes.get(label),
                classes.get(prediction),
                count,
                images,
                count == 0 ? "" : Long.toString(count));
    }

    private record Confusion(int label, int prediction, long count, long images) {}

    private String worst() {
        var confusions = new ArrayList<Confusion>();
        for (var row : matrix.perClass()) {
            for (int prediction = 0; prediction < matrix.classes(); prediction++) {
                long count = matrix.count(row.label(), prediction);
                if (prediction != row.label() && count > 0) {
                    confusions.add(new Confusion(row.label(), prediction, count, row.images()));
                }
            }
        }
        confusions.sort(Comparator.comparingLong(Confusion::count).reversed());
        var html = new Html()
                .add(
                        "<p class='note'>The most frequent confusions of %d classes; confusion.csv has all.</p>",
                        matrix.classes())
                .markup("<div class='wide'><table><thead><tr><th>class</th><th>predicted"
                        + " as</th><th>images</th></tr></thead><tbody>");
        confusions.stream()
                .limit(WORST)
                .forEach(each -> html.add(
                        "<tr><td>%s</td><td>%s</td><td>%,d of %,d</td></tr>",
                        classes.get(each.label), classes.get(each.prediction), each.count, each.images));
        return html.markup("</tbody></table></div>").toString();
    }
}
