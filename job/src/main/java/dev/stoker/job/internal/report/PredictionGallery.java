package dev.stoker.job.internal.report;

import java.util.List;

/** Sample predictions as small images with what they are and what they were taken for. */
final class PredictionGallery {
    private PredictionGallery() {}

    static String of(List<SamplePrediction> predictions, List<String> classes) {
        var html = new Html();
        add(
                html,
                "Wrong, the surest first",
                predictions.stream().filter(each -> !each.isCorrect()).toList(),
                classes);
        add(
                html,
                "Right",
                predictions.stream().filter(SamplePrediction::isCorrect).toList(),
                classes);
        return html.toString();
    }

    private static void add(Html html, String title, List<SamplePrediction> predictions, List<String> classes) {
        if (predictions.isEmpty()) {
            return;
        }
        html.add("<h3>%s</h3>", title).markup("<div class='gallery'>");
        predictions.forEach(each -> figure(html, each, classes));
        html.markup("</div>");
    }

    private static void figure(Html html, SamplePrediction sample, List<String> classes) {
        String label = classes.get(sample.label());
        String prediction = classes.get(sample.prediction());
        html.add("<figure class='%s'>", sample.isCorrect() ? "right" : "wrong");
        html.markup("<img alt='" + Html.escaped(label) + "' src='"
                + sample.image().png().dataUri() + "'>");
        html.add(
                "<figcaption title='%s, predicted as %s'><b>%s</b> %.0f %%",
                label, prediction, prediction, 100 * sample.probability());
        if (!sample.isCorrect()) {
            html.add("<br>is %s", label);
        }
        html.markup("</figcaption></figure>");
    }
}
