package dev.stoker.telemetry.chart;

import java.util.ArrayList;
import java.util.List;

/** The positions of the parts of a chart, in pixels. */
final class ChartLayout {
    static final int WIDTH = 960;
    static final int LEFT = 84;
    static final int RIGHT = 28;
    static final int TITLE = 34;
    static final int SUBTITLE = 58;
    static final int LEGEND = 86;

    private static final int TOP = 130;
    private static final int PANEL = 230;
    private static final int GAP = 52;
    private static final int BOTTOM = 62;
    private static final int TICKS = 12;

    private final Chart chart;
    private final ChartAxes axes;
    private final List<ChartAxes.Height> heights;

    ChartLayout(Chart chart) {
        this.chart = chart;
        axes = new ChartAxes(chart);
        heights = chart.panels().stream().map(ChartAxes.Height::of).toList();
    }

    int height() {
        return bottom(chart.panels().size() - 1) + BOTTOM;
    }

    int top(int panel) {
        return TOP + panel * (PANEL + GAP);
    }

    int bottom(int panel) {
        return top(panel) + PANEL;
    }

    double x(double value) {
        return LEFT + axes.across(value) * (WIDTH - LEFT - RIGHT);
    }

    double y(int panel, double value) {
        return bottom(panel) - heights.get(panel).up(value) * PANEL;
    }

    List<Double> ticks() {
        return axes.ticks(TICKS);
    }

    List<Double> ticks(int panel) {
        return heights.get(panel).ticks();
    }

    /** The marks within the range of the axis. */
    List<Chart.Mark> marks() {
        var marks = new ArrayList<Chart.Mark>();
        for (var mark : chart.marks()) {
            double across = axes.across(mark.x());
            if (across >= 0 && across <= 1) {
                marks.add(mark);
            }
        }
        return marks;
    }
}
