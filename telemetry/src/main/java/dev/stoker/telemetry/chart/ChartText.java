package dev.stoker.telemetry.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A chart in characters: each braille character is two dots wide and four high. */
final class ChartText {
    private static final int LABEL = 8;
    private static final int NARROWEST = 20;
    private static final int TALL = 10;
    private static final int LOW = 6;
    /** Every so many dots of the second curve of a panel are drawn, so that it is told apart without colors; fewer of others. */
    private static final int DOTTED = 3;

    private static final int BLANK = 0x2800;

    /** The bit of a dot within its character, by row and column. */
    private static final int[][] BITS = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

    private final Chart chart;
    private final ChartAxes axes;
    private final int width;

    private ChartText(Chart chart, int columns) {
        this.chart = chart;
        axes = new ChartAxes(chart);
        width = Math.max(NARROWEST, columns - LABEL - 4);
    }

    static List<String> lines(Chart chart, int columns) {
        var text = new ChartText(chart, columns);
        var lines = new ArrayList<String>();
        int rows = TALL;
        for (var panel : chart.panels()) {
            text.add(panel, rows, lines);
            rows = LOW;
        }
        text.addAxis(lines);
        return lines;
    }

    private void add(Chart.Panel panel, int rows, List<String> text) {
        var height = ChartAxes.Height.of(panel);
        var cells = new int[rows][width];
        chart.marks().forEach(mark -> draw(cells, mark));
        var lines = panel.solid();
        IntStream.range(0, lines.size()).forEach(i -> draw(cells, height, lines.get(i), 1 + i * (DOTTED - 1)));
        text.add(" ".repeat(LABEL + 2) + panel.title());
        for (int row = 0; row < rows; row++) {
            double at = height.at(1 - (row + 0.5) / rows);
            boolean labeled = row == 0 || row == rows - 1 || row == rows / 2;
            text.add(label(labeled ? ChartAxes.text(rounded(at)) : "") + (labeled ? "┤" : "│") + text(cells[row]));
        }
    }

    /** A row of a terminal distinguishes no more than three digits. */
    static double rounded(double value) {
        return new BigDecimal(value).round(new MathContext(3)).doubleValue();
    }

    private static String label(String text) {
        return " ".repeat(Math.max(0, LABEL - text.length())) + text + " ";
    }

    private static String text(int[] cells) {
        var text = new StringBuilder();
        for (int cell : cells) {
            text.append(cell == 0 ? ' ' : (char) (BLANK + cell));
        }
        return text.toString().stripTrailing();
    }

    /** Every other dot of a column; the chosen mark is a full line. */
    private void draw(int[][] cells, Chart.Mark mark) {
        double across = axes.across(mark.x());
        if (across >= 0 && across <= 1) {
            for (int y = 0; y < 4 * cells.length; y += mark.chosen() ? 1 : 3) {
                dot(cells, column(across), y);
            }
        }
    }

    private int column(double across) {
        return (int) Math.round(across * (2 * width - 1));
    }

    /** Every so many dots of a line. */
    private void draw(int[][] cells, ChartAxes.Height height, Chart.Line line, int every) {
        int tall = 4 * cells.length - 1;
        Chart.Point before =
                line.points().isEmpty() ? new Chart.Point(1, 0) : line.points().getFirst();
        for (var point : line.points()) {
            double fromX = column(axes.across(before.x()));
            double fromY = (1 - height.up(before.y())) * tall;
            double toX = column(axes.across(point.x()));
            double toY = (1 - height.up(point.y())) * tall;
            int dots = (int) Math.ceil(Math.max(1, Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY))));
            for (int i = 0; i <= Math.min(dots, 10_000); i += every) {
                double share = i / (double) dots;
                dot(cells, (int) Math.round(fromX + share * (toX - fromX)), (int)
                        Math.round(fromY + share * (toY - fromY)));
            }
            before = point;
        }
    }

    private void dot(int[][] cells, int x, int y) {
        if (x >= 0 && x < 2 * width && y >= 0 && y < 4 * cells.length) {
            cells[y / 4][x / 2] |= BITS[y % 4][x % 2];
        }
    }

    private void addAxis(List<String> lines) {
        var rule = new char[width];
        var labels = new char[width + LABEL];
        Arrays.fill(rule, '─');
        Arrays.fill(labels, ' ');
        int free = 0;
        for (double tick : axes.ticks(width / (chart.base() == Chart.LINEAR ? 5 : 8))) {
            int at = Math.min(width - 1, column(axes.across(tick)) / 2);
            String text = ChartAxes.text(tick);
            int start = Math.max(0, at - text.length() / 2);
            rule[at] = '┬';
            if (start >= free) {
                text.getChars(0, text.length(), labels, start);
                free = start + text.length() + 1;
            }
        }
        String indent = " ".repeat(LABEL + 1);
        lines.add(indent + "└" + new String(rule));
        lines.add(indent + " " + new String(labels).stripTrailing());
        lines.add(indent + " " + chart.axis());
    }
}
