package dev.stoker.cli.internal.console;

import dev.stoker.job.RunResult;
import dev.stoker.train.evaluation.ConfusionMatrix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Who was taken for whom: as a matrix where it fits a screen, and the most frequent mistakes where it does not. */
final class ConfusionMatrixTable {
    private static final int MOST_COLUMNS = 16;
    private static final int LONGEST_NAME = 16;
    private static final int MISTAKES = 20;

    private ConfusionMatrixTable() {}

    static List<String> lines(RunResult result) {
        return result.test()
                .confusion()
                .map(confusion -> confusion.classes() <= MOST_COLUMNS
                        ? matrix(confusion, result.classes())
                        : misclassifications(confusion, result.classes()))
                .orElseGet(() -> List.of("too many classes to say which were taken for which"));
    }

    private static List<String> matrix(ConfusionMatrix confusion, List<String> classes) {
        var lines = new ArrayList<String>();
        lines.add("  %-16s %9s %6s   answers, by class".formatted("class", "precision", "recall"));
        for (var score : confusion.perClass()) {
            var row = new StringBuilder("  %-16s %7.1f %% %4.1f %%  "
                    .formatted(name(classes, score.label()), 100 * score.precision(), 100 * score.recall()));
            IntStream.range(0, confusion.classes())
                    .forEach(answer -> row.append("%6d".formatted(confusion.count(score.label(), answer))));
            lines.add(row.toString());
        }
        return lines;
    }

    private record Misclassification(int label, int answer, long count) {}

    private static List<String> misclassifications(ConfusionMatrix confusion, List<String> classes) {
        var title = Stream.of("  the most frequent mistakes; all are in confusion.csv");
        var rows = IntStream.range(0, confusion.classes())
                .boxed()
                .flatMap(label -> IntStream.range(0, confusion.classes())
                        .filter(answer -> answer != label && confusion.count(label, answer) > 0)
                        .mapToObj(answer -> new Misclassification(label, answer, confusion.count(label, answer))))
                .sorted(Comparator.comparingLong(Misclassification::count).reversed())
                .limit(MISTAKES)
                .map(mistake -> "  %6d  %s taken for %s"
                        .formatted(mistake.count, name(classes, mistake.label), name(classes, mistake.answer)));
        return Stream.concat(title, rows).toList();
    }

    private static String name(List<String> classes, int label) {
        String name = classes.get(label);
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
    }
}
