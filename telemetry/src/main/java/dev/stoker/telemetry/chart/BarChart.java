package dev.stoker.telemetry.chart;

import java.util.List;

/**
 * Groups of bars from 0 upward; each group has a bar of each series.
 *
 * @param unit of the values
 */
public record BarChart(String title, String subtitle, String unit, List<String> series, List<Group> groups)
        implements Drawing {

    /** Bars beside each other, one for each series; NaN where there is none. */
    public record Group(String title, List<Double> values) {
        public Group {
            values = List.copyOf(values);
        }
    }

    public BarChart {
        series = List.copyOf(series);
        groups = List.copyOf(groups);
        int bars = series.size();
        boolean drawable = groups.stream()
                .allMatch(group ->
                        group.values().size() == bars && group.values().stream().allMatch(BarChart::isDrawable));
        if (series.isEmpty() || groups.isEmpty() || !drawable) {
            throw new IllegalArgumentException(
                    "bars need groups with a finite number of at least 0, or NaN, for each series: " + title);
        }
    }

    private static boolean isDrawable(double value) {
        return Double.isNaN(value) || (value >= 0 && Double.isFinite(value));
    }

    double highest() {
        return groups.stream()
                .flatMap(group -> group.values().stream())
                .mapToDouble(Double::doubleValue)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
    }

    @Override
    public List<String> text(int columns) {
        return BarText.lines(this, columns);
    }
}
