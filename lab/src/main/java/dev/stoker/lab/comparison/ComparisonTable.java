package dev.stoker.lab.comparison;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The cells of a comparison.
 *
 * @param titles of the columns
 * @param rows a text for each column
 * @param names the number of columns at the left that name a row
 * @param notes what is wrong with rows, a sentence each
 */
public record ComparisonTable(List<String> titles, List<List<String>> rows, int names, List<String> notes) {
    private static final int GAP = 2;

    public ComparisonTable {
        titles = List.copyOf(titles);
        rows = rows.stream().map(List::copyOf).toList();
        notes = List.copyOf(notes);
    }

    /** With every column that is known. */
    public static ComparisonTable of(Comparison comparison) {
        return of(comparison, Column.known(comparison));
    }

    /** At most so many characters wide, without the columns that say least. */
    public static ComparisonTable fitting(Comparison comparison, int width) {
        var columns = new ArrayList<>(Column.known(comparison));
        var table = of(comparison, columns);
        while (table.width() > width && columns.size() > 1) {
            columns.remove(
                    columns.stream().max(Comparator.comparingInt(Column::rank)).orElseThrow());
            table = of(comparison, columns);
        }
        return table;
    }

    private static ComparisonTable of(Comparison comparison, List<Column> columns) {
        var keys = new LinkedHashSet<String>();
        comparison.groups().forEach(group -> keys.addAll(group.values().keySet()));
        var titles = new ArrayList<>(keys);
        columns.forEach(column -> titles.add(column.title(comparison)));
        var rows = comparison.groups().stream()
                .map(group -> row(comparison, group, List.copyOf(keys), columns))
                .toList();
        var notes = comparison.groups().stream()
                .filter(group -> !group.note().isEmpty())
                .map(group -> "%s: %s".formatted(group.title(), group.note()))
                .toList();
        return new ComparisonTable(titles, rows, keys.size(), notes);
    }

    private static List<String> row(Comparison comparison, RunGroup group, List<String> keys, List<Column> columns) {
        var cells = new ArrayList<String>();
        keys.forEach(key -> cells.add(group.values().getOrDefault(key, "")));
        columns.forEach(column -> cells.add(column.text(comparison, group)));
        return cells;
    }

    /** Lines for a terminal: names on the left, figures on the right. */
    public List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add(line(titles));
        rows.forEach(row -> lines.add(line(row)));
        return lines;
    }

    private String line(List<String> cells) {
        var line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            String space = " ".repeat(width(i) - cells.get(i).length());
            line.append(i < names ? cells.get(i) + space : space + cells.get(i)).append(" ".repeat(GAP));
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        return Math.max(
                titles.get(column).length(),
                rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0));
    }

    int width() {
        return IntStream.range(0, titles.size()).map(i -> width(i) + GAP).sum() - GAP;
    }
}
