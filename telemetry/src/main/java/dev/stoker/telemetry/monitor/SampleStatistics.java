package dev.stoker.telemetry.monitor;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The distribution of each quantity over samples. Any thread may add and ask. */
public final class SampleStatistics {
    /** A quantity of a subject over time; {@code last} is what a counter has reached. */
    public record Distribution(
            String subject,
            Quantity quantity,
            long samples,
            double median,
            double low,
            double high,
            double peak,
            double last) {
        public String key() {
            return quantity.key(subject);
        }

        private Object field() {
            if (quantity.isTotal()) {
                return last;
            }
            var fields = new LinkedHashMap<String, Object>();
            fields.put("median", median);
            fields.put("p10", low);
            fields.put("p90", high);
            fields.put("peak", peak);
            return fields;
        }
    }

    private record Column(String subject, Quantity quantity) {}

    private final Map<Column, Series> columns = new LinkedHashMap<>();
    private final Map<String, Map<String, Long>> throttled = new TreeMap<>();
    private long samples;
    private double seconds;

    public synchronized void add(Sample sample) {
        samples++;
        seconds = sample.seconds();
        for (var reading : sample.readings()) {
            columns.computeIfAbsent(new Column(reading.subject(), reading.quantity()), _ -> new Series())
                    .add(reading.value());
        }
        sample.throttling()
                .forEach((subject, words) ->
                        throttled.computeIfAbsent(subject, _ -> new TreeMap<>()).merge(words, 1L, Long::sum));
    }

    public synchronized long samples() {
        return samples;
    }

    /** The time of the last sample. */
    public synchronized double seconds() {
        return seconds;
    }

    /** By subject, and within it in the order of the quantities. */
    public synchronized List<Distribution> distributions() {
        var subjects = columns.keySet().stream().map(Column::subject).distinct().toList();
        return columns.entrySet().stream()
                .sorted(Comparator.<Map.Entry<Column, Series>>comparingInt(
                                entry -> subjects.indexOf(entry.getKey().subject))
                        .thenComparing(entry -> entry.getKey().quantity))
                .map(entry -> distribution(entry.getKey(), entry.getValue()))
                .toList();
    }

    public synchronized Optional<Distribution> of(String subject, Quantity quantity) {
        var column = new Column(subject, quantity);
        return Optional.ofNullable(columns.get(column)).map(series -> distribution(column, series));
    }

    /** In how many samples a GPU was slowed down, by subject and reasons. */
    public synchronized Map<String, Map<String, Long>> throttled() {
        var copy = new LinkedHashMap<String, Map<String, Long>>();
        throttled.forEach((subject, reasons) -> copy.put(subject, Map.copyOf(reasons)));
        return copy;
    }

    private static Distribution distribution(Column column, Series series) {
        double[] quantiles = series.quantiles(0.1, 0.5, 0.9);
        return new Distribution(
                column.subject,
                column.quantity,
                series.count(),
                quantiles[1],
                quantiles[0],
                quantiles[2],
                series.peak(),
                series.last());
    }

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("seconds", seconds());
        fields.put("samples", samples());
        for (var distribution : distributions()) {
            fields.put(distribution.key(), distribution.field());
        }
        throttled().forEach((subject, reasons) -> fields.put(subject + "_" + Sample.THROTTLING, reasons));
        return fields;
    }
}
