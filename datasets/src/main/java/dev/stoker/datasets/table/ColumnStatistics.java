package dev.stoker.datasets.table;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/** What the training rows hold in one column. */
final class ColumnStatistics {
    /** More different texts than this are not counted: they are names of single rows. */
    static final int MAX_DISTINCT_VALUES = 100_000;

    /** A column of numbers may hold a few cells that are none, which are mistakes; more, and they are texts. */
    private static final double MIN_NUMERIC_SHARE = 0.9;

    private final DoubleStream.Builder collected = DoubleStream.builder();
    private final Map<String, Integer> texts = new HashMap<>();
    private double[] sorted = {};
    private long numbers;
    private long others;

    void add(String text) {
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

    /** When all rows have been seen. */
    ColumnStatistics finished() {
        sorted = collected.build().sorted().toArray();
        return this;
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

    /** Sums go from the smallest number to the largest, so that the order of rows changes nothing. */
    double mean() {
        return Arrays.stream(sorted).sum() / sorted.length;
    }

    double deviation() {
        double mean = mean();
        return Math.sqrt(Arrays.stream(sorted)
                        .map(value -> (value - mean) * (value - mean))
                        .sum()
                / sorted.length);
    }

    double smallest() {
        return sorted[0];
    }

    double largest() {
        return sorted[sorted.length - 1];
    }

    /** The borders between as many parts of the numbers, where they differ. */
    double[] quantiles(int parts) {
        return DoubleStream.iterate(1, i -> i < parts, i -> i + 1)
                .map(i -> sorted[(int) Math.min(sorted.length - 1L, Math.round(i * sorted.length / parts))])
                .distinct()
                .toArray();
    }

    int distinctValues() {
        return texts.size();
    }

    /** The most frequent texts, and in alphabetical order where that is the same. */
    List<String> words(int most) {
        return texts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(most)
                .map(Map.Entry::getKey)
                .toList();
    }
}
