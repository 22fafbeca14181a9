package dev.stoker.telemetry.chart;

import java.util.ArrayList;
import java.util.List;

/** The positions of the parts of a chart, in pixels. */
final class ChartLayout {
    private static final int GAP = 52;
    private static final int BOTTOM = 62;

    /** Between the marks and the panel's title. */
    private static final int ABOVE = 26;

    private final Chart chart;
    private final DrawingSize size;
    private final ChartAxes axes;
    private final List<ChartAxes.Height> heights;
    private final List<ChartLegend> legends;
    private final List<Integer> tops = new ArrayList<>();

    ChartLayout(Chart chart, DrawingSize size) {
        this.chart = chart;
        this.size = size;
        axes = new ChartAxes(chart);
        heights = chart.panels().stream().map(ChartAxes.Height::of).toList();
        legends = chart.panels().stream().map(this::legend).toList();
        int top = firstTop();
        for (var legend : legends) {
            top += legend.height() + (tops.isEmpty() || legend.height() == 0 ? 0 : 8);
            tops.add(top);
            top += size.panel() + GAP;
        }
    }

    private int firstTop() {
        return size.titled() ? size.top() + 54 : size.top() + above(0) + (marks().isEmpty() ? 0 : ChartLegend.LINE);
    }

    /** Between the legend of a panel and the panel. */
    int above(int panel) {
        return chart.panels().get(panel).title().isEmpty() ? ABOVE / 2 : ABOVE;
    }

    /** Two curves of a page are named beside the title of their panel. */
    private ChartLegend legend(Chart.Panel panel) {
        var solid = panel.solid();
        int beside = size.titled() ? 2 : 1;
        return new ChartLegend(solid.stream().map(Chart.Line::title).toList(), _ -> solid.size() > beside, size);
    }

    ChartLegend legend(int panel) {
        return legends.get(panel);
    }

    int height() {
        return bottom(chart.panels().size() - 1) + BOTTOM - (size.titled() ? 0 : 8);
    }

    int top(int panel) {
        return tops.get(panel);
    }

    int bottom(int panel) {
        return top(panel) + size.panel();
    }

    double x(double value) {
        return size.left() + axes.across(value) * size.across();
    }

    double y(int panel, double value) {
        return bottom(panel) - heights.get(panel).up(value) * size.panel();
    }

    List<Double> ticks() {
        return axes.ticks(size.ticks());
    }

    List<Double> ticks(int panel) {
        return heights.get(panel).ticks();
    }

    /** The baseline of the names of marks. */
    int marksLine() {
        return size.titled() ? size.top() + 10 : size.top() + 13;
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
