package dev.stoker.cli.internal.console;

import dev.stoker.core.PrintableText;
import dev.stoker.job.RunResult;
import dev.stoker.train.evaluation.ConfusionMatrix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The confusion matrix as a table where it fits a screen, else the most frequent misclassifications. */
final class ConfusionMatrixTable {
    private static final int MAX_COLUMNS = 16;
    private static final int MAX_NAME_LENGTH = 16;
    private static final int MISCLASSIFICATIONS = 20;

    private ConfusionMatrixTable() {}

    static List<String> lines(RunResult result) {
        return result.evaluation()
                .confusion()
                .map(confusion -> confusion.classes() <= MAX_COLUMNS
                        ? matrix(confusion, result.classes())
                        : misclassifications(confusion, result.classes()))
                .orElseGet(() -> List.of("too many classes for a confusion matrix"));
    }

    private static List<String> matrix(ConfusionMatrix confusion, List<String> classes) {
        var lines = new ArrayList<String>();
        lines.add("  %-16s %9s %6s   predictions, by class".formatted("class", "precision", "recall"));
        for (var score : confusion.perClass()) {
            var row = new StringBuilder("  %-16s %7.1f %% %4.1f %%  "
                    .formatted(name(classes, score.label()), 100 * score.precision(), 100 * score.recall()));
            IntStream.range(0, confusion.classes())
                    .forEach(prediction -> row.append("%6d".formatted(confusion.count(score.label(), prediction))));
            lines.add(row.toString());
        }
        return lines;
    }

    private record Misclassification(int label, int prediction, long count) {}

    private static List<String> misclassifications(ConfusionMatrix confusion, List<String> classes) {
        var title = Stream.of("  the most frequent misclassifications; all are in confusion.csv");
        var rows = IntStream.range(0, confusion.classes())
                .boxed()
                .flatMap(label -> IntStream.range(0, confusion.classes())
                        .filter(prediction -> prediction != label && confusion.count(label, prediction) > 0)
                        .mapToObj(prediction ->
                                new Misclassification(label, prediction, confusion.count(label, prediction))))
                .sorted(Comparator.comparingLong(Misclassification::count).reversed())
                .limit(MISCLASSIFICATIONS)
                .map(most -> "  %6d  %s predicted as %s"
                        .formatted(most.count, name(classes, most.label), name(classes, most.prediction)));
        return Stream.concat(title, rows).toList();
    }

    private static String name(List<String> classes, int label) {
        String name = PrintableText.of(classes.get(label)); // before it is cut to its column
        return name.length() <= MAX_NAME_LENGTH ? name : name.substring(0, MAX_NAME_LENGTH - 1) + "…";
    }
}
