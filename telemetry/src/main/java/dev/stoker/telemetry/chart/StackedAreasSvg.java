package dev.stoker.telemetry.chart;

import java.util.ArrayList;
import java.util.List;

/** Stacked areas as an SVG drawing. */
final class StackedAreasSvg {
    private static final AxisRange PERCENT = new AxisRange(0, 100, false);

    private final StackedAreas chart;
    private final DrawingSize size;
    private final ChartLegend legend;
    private final PanelFrame frame;
    private final SvgDocument drawing;

    private StackedAreasSvg(StackedAreas chart, DrawingSize size) {
        this.chart = chart;
        this.size = size;
        legend = new ChartLegend(chart.shares(), chart::isShown, size);
        frame = new PanelFrame(size, size.top() + legend.height() + 12);
        drawing = Drawings.document(chart.title(), chart.subtitle(), size, frame.bottom() + 54);
    }

    static SvgDocument of(StackedAreas chart, DrawingSize size) {
        var svg = new StackedAreasSvg(chart, size);
        svg.draw();
        return svg.drawing;
    }

    private void draw() {
        legend.drawFills(drawing, size.top());
        frame.horizontals(drawing, PERCENT);
        frame.verticals(drawing, chart.range());
        var below = edge(-1);
        for (int i = 0; i < chart.shares().size(); i++) {
            var upper = edge(i);
            if (chart.isShown(i)) {
                drawing.add(
                        "<polygon class='%s cut' points='%s'><title>%s</title></polygon>",
                        SeriesStyle.fill(i),
                        PanelFrame.corners(upper, below),
                        SvgDocument.escaped(chart.shares().get(i)));
            }
            below = upper;
        }
        frame.axis(drawing, chart.axis());
    }

    /** The sums up to a share, over the axis; a single column is as wide as the axis. */
    private List<double[]> edge(int share) {
        var points = new ArrayList<double[]>();
        for (var column : chart.columns()) {
            double sum = 0;
            for (int i = 0; i <= share; i++) {
                sum += 100 * column.share(i);
            }
            points.add(new double[] {frame.x(chart.range(), column.x()), frame.y(PERCENT, sum)});
        }
        if (points.size() == 1) {
            points.add(new double[] {frame.right(), points.getFirst()[1]});
        }
        return points;
    }
}
