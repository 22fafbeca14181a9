package dev.stoker.telemetry.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Stacked bars and areas in characters; each share has its own. */
final class StackedText {
    private static final int LONGEST_TITLE = 24;
    private static final int ROWS = 10;
    private static final int LABEL = 5;

    private StackedText() {}

    static List<String> lines(StackedBars chart, int columns) {
        int title = Math.clamp(
                chart.bars().stream()
                        .mapToInt(bar -> bar.title().length())
                        .max()
                        .orElse(0),
                4,
                LONGEST_TITLE);
        int width = Math.max(8, columns - title - 2);
        var lines = new ArrayList<String>();
        lines.add(ShortText.of(chart.title(), columns));
        chart.bars().forEach(bar -> lines.add(ShortText.padded(bar.title(), title) + " │" + filled(bar, width)));
        lines.addAll(legend(chart.shares(), chart::isShown, columns));
        return lines;
    }

    private static List<String> legend(List<String> shares, IntPredicate shown, int columns) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (int i = 0; i < shares.size(); i++) {
            String entry = SeriesStyle.character(i) + " " + ShortText.of(shares.get(i), LONGEST_TITLE);
            if (shown.test(i)) {
                if (!line.isEmpty() && line.length() + 2 + entry.length() > columns) {
                    lines.add(line.toString());
                    line.setLength(0);
                }
                line.append(line.isEmpty() ? "" : "  ").append(entry);
            }
        }
        lines.add(line.toString());
        return lines;
    }

    /** As many characters as asked for, each of the share in its middle. */
    private static String filled(StackedBars.Bar bar, int width) {
        var text = new StringBuilder();
        for (int i = 0; i < width; i++) {
            text.append(SeriesStyle.character(shareAt(bar, (i + 0.5) / width)));
        }
        return text.toString();
    }

    private static int shareAt(StackedBars.Bar bar, double position) {
        double sum = 0;
        for (int i = 0; i < bar.values().size(); i++) {
            sum += bar.share(i);
            if (position < sum) {
                return i;
            }
        }
        return bar.values().size() - 1;
    }

    static List<String> lines(StackedAreas chart, int columns) {
        int width = Math.max(8, columns - LABEL - 1);
        var lines = new ArrayList<String>();
        lines.add(ShortText.of(chart.title(), columns));
        for (int row = 0; row < ROWS; row++) {
            double height = (ROWS - row - 0.5) / ROWS;
            String label = row == 0 ? "100%" : row == ROWS - 1 ? "0%" : row == ROWS / 2 ? "50%" : "";
            lines.add(" ".repeat(LABEL - 1 - label.length()) + label + " │" + row(chart, width, height));
        }
        lines.add(" ".repeat(LABEL) + "└" + "─".repeat(width));
        lines.add(axis(chart, width));
        lines.addAll(legend(chart.shares(), chart::isShown, columns));
        return lines;
    }

    private static String row(StackedAreas chart, int width, double height) {
        var text = new StringBuilder();
        for (int i = 0; i < width; i++) {
            text.append(SeriesStyle.character(shareAt(nearest(chart, (i + 0.5) / width), height)));
        }
        return text.toString();
    }

    private static StackedBars.Bar nearest(StackedAreas chart, double across) {
        var best = chart.columns().getFirst();
        for (var column : chart.columns()) {
            if (Math.abs(chart.range().share(column.x()) - across)
                    < Math.abs(chart.range().share(best.x()) - across)) {
                best = column;
            }
        }
        return best.bar();
    }

    private static String axis(StackedAreas chart, int width) {
        String first = ChartAxes.text(chart.range().low());
        String last = ChartAxes.text(chart.range().high());
        String middle = ShortText.of(chart.axis(), Math.max(1, width - first.length() - last.length() - 2));
        int space = Math.max(2, width - first.length() - middle.length() - last.length());
        return " ".repeat(LABEL + 1) + first + " ".repeat(space / 2) + middle + " ".repeat(space - space / 2) + last;
    }
}
