package dev.stoker.lab.comparison;

import dev.stoker.core.PrintableText;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A comparison as Markdown and CSV, and all of its files in a folder. */
public final class ComparisonFiles {
    private ComparisonFiles() {}

    /** Writes table.md, table.csv, chart.svg and report.html. */
    public static void write(Path folder, Comparison comparison, List<String> verdict) {
        try {
            Files.createDirectories(folder);
        } catch (IOException failure) {
            throw new StokerException("cannot create %s (%s)".formatted(folder, AtomicFile.reason(failure)), failure);
        }
        AtomicFile.write(
                folder.resolve("table.md"), markdown(comparison.title(), ComparisonTable.of(comparison), verdict));
        AtomicFile.write(folder.resolve("table.csv"), csv(comparison));
        ComparisonChart.throughput(comparison).ifPresent(chart -> chart.writeSvg(folder.resolve("chart.svg")));
        AtomicFile.write(folder.resolve("report.html"), ComparisonPage.html(comparison, verdict));
    }

    static String markdown(String title, ComparisonTable table, List<String> verdict) {
        var text = new StringBuilder("# %s\n\n".formatted(escaped(title)));
        text.append(row(table.titles()));
        text.append(row(table.titles().stream().map(_ -> "---:").toList()));
        table.rows().forEach(cells -> text.append(row(cells)));
        for (var sentences : List.of(table.notes(), verdict)) {
            text.append(sentences.isEmpty() ? "" : "\n");
            sentences.forEach(
                    sentence -> text.append("- ").append(escaped(sentence)).append('\n'));
        }
        return text.toString();
    }

    private static String row(List<String> cells) {
        return cells.stream().map(ComparisonFiles::escaped).collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String escaped(String text) {
        return PrintableText.of(text).replace("|", "\\|").replace("<", "&lt;");
    }

    /** Numbers without rounding, for spreadsheets; the note is the last column. */
    static String csv(Comparison comparison) {
        var keys = ComparisonTable.of(comparison).titles().stream()
                .limit(ComparisonTable.of(comparison).names())
                .toList();
        var columns = Column.known(comparison);
        var text = new StringBuilder();
        text.append(keys.stream().map(key -> cell(key) + ",").collect(Collectors.joining()));
        columns.forEach(column -> text.append(column.key(comparison)).append(','));
        text.append("note\n");
        for (var group : comparison.groups()) {
            keys.forEach(key ->
                    text.append(cell(group.values().getOrDefault(key, ""))).append(','));
            columns.forEach(column -> {
                column.value(comparison, group).ifPresent(text::append);
                text.append(',');
            });
            text.append(cell(group.note())).append('\n');
        }
        return text.toString();
    }

    /** Spreadsheets compute what begins with one of these signs. */
    private static String cell(String text) {
        String safe = text.matches("(?s)[=+@\\t\\r-].*") && !text.matches("[+-]?\\d.*") ? "'" + text : text;
        return safe.matches("[^\",\\n\\r]*") ? safe : "\"" + safe.replace("\"", "\"\"") + "\"";
    }
}
