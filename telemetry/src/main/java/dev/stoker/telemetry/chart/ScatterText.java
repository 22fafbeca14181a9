package dev.stoker.telemetry.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Points as letters, with what each letter stands for. */
final class ScatterText {
    private static final int ROWS = 12;
    private static final int LABEL = 8;
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

    private ScatterText() {}

    static List<String> lines(ScatterChart chart, int columns) {
        int width = Math.max(16, columns - LABEL - 2);
        var cells = new char[ROWS][width];
        Arrays.stream(cells).forEach(row -> Arrays.fill(row, ' '));
        var names = new ArrayList<String>();
        for (var series : chart.series()) {
            for (var point : series.points()) {
                draw(chart, cells, point, names, columns);
            }
        }
        var lines = new ArrayList<String>();
        lines.add(ShortText.of(chart.title(), columns));
        lines.add(" ".repeat(LABEL + 1) + ShortText.of(chart.up().title(), width));
        addRows(chart, cells, lines);
        lines.add(axis(chart, width));
        lines.addAll(names);
        return lines;
    }

    private static void draw(
            ScatterChart chart, char[][] cells, ScatterChart.Point point, List<String> names, int columns) {
        int x = (int) Math.round(chart.xRange().share(point.x()) * (cells[0].length - 1));
        int y = (int) Math.round((1 - chart.yRange().share(point.y())) * (ROWS - 1));
        boolean named = !point.label().isEmpty() && names.size() < LETTERS.length();
        char mark = named ? LETTERS.charAt(names.size()) : '•';
        cells[y][x] = mark;
        if (named) {
            names.add(ShortText.of(
                    "  %s  %s (%s, %s)"
                            .formatted(mark, point.label(), ChartAxes.text(point.x()), ChartAxes.text(point.y())),
                    columns));
        }
    }

    private static void addRows(ScatterChart chart, char[][] cells, List<String> lines) {
        var range = chart.yRange();
        for (int row = 0; row < ROWS; row++) {
            boolean labeled = row == 0 || row == ROWS / 2 || row == ROWS - 1;
            String label = labeled ? number(range, 1 - row / (ROWS - 1.0)) : "";
            lines.add((" ".repeat(Math.max(0, LABEL - label.length()))
                            + label
                            + (labeled ? " ┤" : " │")
                            + new String(cells[row]))
                    .stripTrailing());
        }
        lines.add(" ".repeat(LABEL + 1) + "└" + "─".repeat(cells[0].length));
    }

    private static String number(AxisRange range, double share) {
        double value = range.low() + share * (range.high() - range.low());
        return ChartAxes.text(ChartText.rounded(range.logarithmic() ? Math.pow(10, value) : value));
    }

    private static String axis(ScatterChart chart, int width) {
        String first = number(chart.xRange(), 0);
        String last = number(chart.xRange(), 1);
        String middle = ShortText.of(chart.across().title(), Math.max(1, width - first.length() - last.length() - 2));
        int space = Math.max(2, width - first.length() - middle.length() - last.length());
        return " ".repeat(LABEL + 2) + first + " ".repeat(space / 2) + middle + " ".repeat(space - space / 2) + last;
    }
}
