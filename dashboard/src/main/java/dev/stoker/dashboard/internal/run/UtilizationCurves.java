package dev.stoker.dashboard.internal.run;

import dev.stoker.telemetry.run.MetricsLine;
import dev.stoker.telemetry.run.Series;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Samples of the machine as series over time: every number that a line has, under its own name. */
final class UtilizationCurves {
    private static final int MOST_SERIES = 200;
    private static final String[] TIMES = {"seconds", "time", "t"};

    private final Map<String, Series> series = new LinkedHashMap<>();
    private int samples;
    private double first = Double.NaN;

    Map<String, Series> series() {
        return series;
    }

    void add(MetricsLine line) {
        double time = time(line);
        samples++;
        line.fields().forEach((name, value) -> put("", name, value, time));
    }

    private double time(MetricsLine line) {
        for (String name : TIMES) {
            var value = line.number(name);
            if (value.isPresent()) {
                first = Double.isNaN(first) ? value.getAsDouble() : first;
                return value.getAsDouble() - (first > 1e6 ? first : 0); // since 1970, or since the run began
            }
        }
        return samples;
    }

    private void put(String prefix, String name, @Nullable Object value, double time) {
        switch (value) {
            case Long number -> add(prefix + name, time, number);
            case Double number -> add(prefix + name, time, number);
            case Map<?, ?> nested ->
                nested.forEach((key, each) -> put(prefix + name + ".", String.valueOf(key), each, time));
            case List<?> items -> {
                for (int i = 0; i < items.size(); i++) {
                    put(prefix + name + ".", String.valueOf(i), items.get(i), time);
                }
            }
            case null, default -> {
                // texts are no figures
            }
        }
    }

    private void add(String name, double time, double value) {
        if (series.containsKey(name) || series.size() < MOST_SERIES) {
            series.computeIfAbsent(name, _ -> new Series()).add(samples, time, value);
        }
    }
}
