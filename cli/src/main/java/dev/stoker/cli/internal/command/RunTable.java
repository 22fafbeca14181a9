package dev.stoker.cli.internal.command;

import dev.stoker.core.PrintableText;
import dev.stoker.core.Task;
import dev.stoker.core.TaskMetric;
import dev.stoker.job.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Runs as a table that fits a terminal: long names are cut, data first. */
final class RunTable {
    private static final int COLUMNS = 80;
    private static final int GAP = 2;
    private static final List<String> TITLES =
            List.of("run", "model", "data", "epochs", "val %", "test %", "img/s", "state");
    /** Columns of names: those that may be cut, in this order, and how far. */
    private static final int[][] CUT = {{2, 8}, {1, 8}, {0, 15}};

    private final List<List<String>> rows = new ArrayList<>();

    private RunTable() {
        rows.add(TITLES);
    }

    static List<String> lines(List<RunSummary> runs) {
        var table = new RunTable();
        runs.forEach(run -> table.rows.add(row(run)));
        var lines = new ArrayList<>(table.formatted());
        var problems = runs.stream()
                .flatMap(run -> run.problem().stream().map(problem -> "%s: %s".formatted(run.name(), problem)))
                .map(PrintableText::of)
                .toList();
        if (!problems.isEmpty()) {
            lines.add("");
            lines.addAll(problems);
        }
        return lines;
    }

    private static List<String> row(RunSummary run) {
        return Stream.of(
                        run.name(),
                        run.model(),
                        run.data(),
                        "%d/%s".formatted(run.epochs(), run.plannedEpochs() == 0 ? "–" : run.plannedEpochs()),
                        metric(run.metric()),
                        metric(run.testMetric()),
                        number(run.imagesPerSecond()),
                        run.state().title())
                .map(PrintableText::of)
                .toList();
    }

    /** An accuracy needs no name: the titles are those of its column. */
    private static String metric(Optional<TaskMetric> metric) {
        return metric.map(known -> known.text().replace(" %", "")
                        + (known.task() == Task.CLASSIFICATION ? "" : " " + known.name()))
                .orElse("–");
    }

    private static String number(OptionalDouble value) {
        return value.isPresent() ? "%,.0f".formatted(value.getAsDouble()) : "–";
    }

    private List<String> formatted() {
        int[] widths = widths();
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private int[] widths() {
        int[] widths = new int[TITLES.size()];
        for (var row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (int[] cut : CUT) {
            int excess = total(widths) - COLUMNS;
            widths[cut[0]] = Math.max(Math.min(widths[cut[0]], cut[1]), widths[cut[0]] - Math.max(0, excess));
        }
        return widths;
    }

    private static int total(int[] widths) {
        int total = GAP * (widths.length - 1);
        for (int width : widths) {
            total += width;
        }
        return total;
    }

    /** Names are on the left, figures on the right. */
    private static String line(List<String> row, int[] widths) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            boolean left = i < 3 || i == widths.length - 1;
            line.append(("%" + (left ? "-" : "") + widths[i] + "s").formatted(shortened(row.get(i), widths[i])));
            line.append(" ".repeat(GAP));
        }
        return line.toString().stripTrailing();
    }

    private static String shortened(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 1) + "…";
    }
}
