package dev.stoker.cli.internal.console;

import dev.stoker.cli.internal.console.StyledText.Style;
import dev.stoker.core.PrintableText;
import dev.stoker.job.RunResult;
import dev.stoker.train.evaluation.ConfusionMatrix;
import dev.stoker.train.evaluation.Evaluation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The confusion matrix where it fits the width of the terminal, else the most frequent misclassifications. */
final class ConfusionMatrixTable {
    private static final int MISCLASSIFICATIONS = 20;

    private ConfusionMatrixTable() {}

    static List<StyledText> lines(RunResult result, int columns) {
        return lines(result.evaluation(), result.classes(), "; all are in confusion.csv", columns);
    }

    /** {@code rest} says where to find what is not shown. */
    static List<StyledText> lines(Evaluation evaluation, List<String> classes, String rest, int columns) {
        var confusion = evaluation.confusion();
        if (confusion.isEmpty()) {
            return List.of(StyledText.of(
                    switch (evaluation.task()) {
                        case CLASSIFICATION -> "too many classes for a confusion matrix";
                        case MULTI_LABEL -> "no confusion matrix, since images have any number of classes";
                        case REGRESSION -> "no confusion matrix, since numbers are predicted";
                    }));
        }
        var layout = ConfusionMatrixLayout.of(confusion.get(), classes, columns);
        return layout.map(found -> matrix(confusion.get(), found))
                .orElseGet(() -> misclassifications(confusion.get(), classes, rest));
    }

    private static List<StyledText> matrix(ConfusionMatrix confusion, ConfusionMatrixLayout layout) {
        var lines = new ArrayList<StyledText>();
        lines.add(StyledText.of(Style.DIM, layout.title("true") + "  predicted"));
        var heading = StyledText.of(Style.DIM, layout.title(""));
        for (int label = 0; label < confusion.classes(); label++) {
            heading = heading.and(Style.DIM, layout.cell(layout.heading(label)));
        }
        lines.add(heading.and(Style.DIM, layout.lastColumn("recall")));
        var metrics = confusion.perClass();
        for (var score : metrics) {
            lines.add(row(confusion, layout, score));
        }
        var precision = StyledText.of(Style.DIM, layout.title("precision"));
        for (var score : metrics) {
            precision = precision.and(Style.DIM, layout.cell("%.0f%%".formatted(100 * score.precision())));
        }
        lines.add(precision);
        return lines;
    }

    private static StyledText row(
            ConfusionMatrix confusion, ConfusionMatrixLayout layout, ConfusionMatrix.ClassMetrics score) {
        var row = StyledText.of(layout.title(layout.name(score.label())));
        for (int prediction = 0; prediction < confusion.classes(); prediction++) {
            long count = confusion.count(score.label(), prediction);
            row = row.and(style(score, prediction, count), layout.cell("%d".formatted(count)));
        }
        return row.and(layout.lastColumn("%.1f %%".formatted(100 * score.recall())));
    }

    /** Correct ones, frequent errors, and what never happened. */
    private static Style style(ConfusionMatrix.ClassMetrics score, int prediction, long count) {
        if (prediction == score.label()) {
            return Style.GREEN;
        }
        return count == 0 ? Style.DIM : count * 10 >= score.images() ? Style.RED : Style.PLAIN;
    }

    private record Misclassification(int label, int prediction, long count) {}

    private static List<StyledText> misclassifications(ConfusionMatrix confusion, List<String> classes, String rest) {
        var title = Stream.of("the most frequent misclassifications" + rest);
        var rows = IntStream.range(0, confusion.classes())
                .boxed()
                .flatMap(label -> IntStream.range(0, confusion.classes())
                        .filter(prediction -> prediction != label && confusion.count(label, prediction) > 0)
                        .mapToObj(prediction ->
                                new Misclassification(label, prediction, confusion.count(label, prediction))))
                .sorted(Comparator.comparingLong(Misclassification::count).reversed())
                .limit(MISCLASSIFICATIONS)
                .map(most -> "%6d  %s predicted as %s"
                        .formatted(most.count, name(classes, most.label), name(classes, most.prediction)));
        return Stream.concat(title, rows).map(StyledText::of).toList();
    }

    private static String name(List<String> classes, int label) {
        return ConfusionMatrixLayout.shortened(PrintableText.of(classes.get(label)), 24);
    }
}
