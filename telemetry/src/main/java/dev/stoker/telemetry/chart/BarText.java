package dev.stoker.telemetry.chart;

import java.util.ArrayList;
import java.util.List;

/** Bars in characters, from left to right. */
final class BarText {
    private static final int LONGEST_TITLE = 24;
    private static final int NUMBER = 9;
    private static final String EIGHTHS = " ▏▎▍▌▋▊▉";

    private BarText() {}

    static List<String> lines(BarChart chart, int columns) {
        int title = titleWidth(chart);
        int width = Math.max(8, columns - title - NUMBER - 3);
        var lines = new ArrayList<String>();
        lines.add(ShortText.of(chart.title() + (chart.unit().isEmpty() ? "" : ", " + chart.unit()), columns));
        for (var group : chart.groups()) {
            for (int i = 0; i < chart.series().size(); i++) {
                String name = chart.series().size() == 1
                        ? group.title()
                        : (i == 0 ? group.title() + " " : "") + chart.series().get(i);
                double value = group.values().get(i);
                lines.add(ShortText.padded(name, title) + " │" + bar(value, chart.highest(), width));
            }
        }
        return lines;
    }

    private static int titleWidth(BarChart chart) {
        int group = chart.groups().stream()
                .mapToInt(each -> each.title().length())
                .max()
                .orElse(0);
        int series = chart.series().size() == 1
                ? 0
                : 1 + chart.series().stream().mapToInt(String::length).max().orElse(0);
        return Math.clamp(group + (long) series, 4, LONGEST_TITLE);
    }

    private static String bar(double value, double highest, int width) {
        if (Double.isNaN(value)) {
            return " –";
        }
        int eighths = highest == 0 ? 0 : (int) Math.round(8 * width * value / highest);
        String rest = eighths % 8 == 0 ? "" : EIGHTHS.substring(eighths % 8, eighths % 8 + 1);
        return "█".repeat(eighths / 8) + rest + " " + ChartAxes.text(value);
    }
}
