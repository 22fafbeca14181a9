package dev.stoker.datasets.table;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/** Statistics of one column of the file, measured on the training split. */
final class ColumnStatistics {
    /** More distinct texts than this are not counted: they identify single rows. */
    static final int MAX_DISTINCT_VALUES = 100_000;

    /** A numeric column may hold a few cells that are not numbers, which are mistakes; with more of them it is a text column. */
    private static final double MIN_NUMERIC_SHARE = 0.9;

    private final DoubleStream.Builder collected = DoubleStream.builder();
    private final Map<String, Integer> texts = new HashMap<>();
    private double[] sorted = {};
    private long numbers;
    private long others;

    /** The statistics of all columns but those of the label. */
    static Map<String, ColumnStatistics> of(LabeledRows rows, List<String> labels) {
        var statistics = new LinkedHashMap<String, ColumnStatistics>();
        rows.text().names().stream()
                .filter(name -> !labels.contains(name))
                .forEach(name -> statistics.put(name, new ColumnStatistics()));
        try (var _ = rows.text().file().lease()) {
            for (var row : rows.rows()) {
                var cells = rows.text().row(row.number());
                statistics.forEach((name, column) -> column.add(cells.text(name)));
            }
        }
        statistics.values().forEach(ColumnStatistics::finish);
        return statistics;
    }

    private void add(String text) {
        if (text.isEmpty()) {
            return;
        }
        TableRow.number(text).ifPresentOrElse(this::add, () -> others++);
        if (texts.size() < MAX_DISTINCT_VALUES || texts.containsKey(text)) {
            texts.merge(text, 1, Integer::sum);
        }
    }

    private void add(double number) {
        collected.add(number);
        numbers++;
    }

    /** Sorts the numbers, after the last row. */
    private void finish() {
        sorted = collected.build().sorted().toArray();
    }

    boolean isEmpty() {
        return numbers + others == 0;
    }

    boolean isNumeric() {
        return numbers > 0 && numbers >= MIN_NUMERIC_SHARE * (numbers + others);
    }

    boolean hasNumbers() {
        return numbers > 0;
    }

    /** Sums run from the smallest number to the largest, so that the result does not depend on the order of rows. */
    double mean() {
        return Arrays.stream(sorted).sum() / sorted.length;
    }

    double standardDeviation() {
        double mean = mean();
        return Math.sqrt(Arrays.stream(sorted)
                        .map(value -> (value - mean) * (value - mean))
                        .sum()
                / sorted.length);
    }

    double minimum() {
        return sorted[0];
    }

    double maximum() {
        return sorted[sorted.length - 1];
    }

    /** The distinct boundaries between this many groups of about equally many numbers. */
    double[] quantiles(int groups) {
        return DoubleStream.iterate(1, i -> i < groups, i -> i + 1)
                .map(i -> sorted[(int) Math.min(sorted.length - 1L, Math.round(i * sorted.length / groups))])
                .distinct()
                .toArray();
    }

    int distinctValues() {
        return texts.size();
    }

    /** The most frequent texts; those of the same frequency in alphabetical order. */
    List<String> words(int maximum) {
        return texts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(maximum)
                .map(Map.Entry::getKey)
                .toList();
    }
}
