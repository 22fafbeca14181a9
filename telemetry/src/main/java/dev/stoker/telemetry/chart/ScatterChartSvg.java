package dev.stoker.telemetry.chart;

import java.util.ArrayList;
import java.util.List;

/** Points as an SVG drawing. */
final class ScatterChartSvg {
    private static final double CHARACTER = 6.6;
    private static final int LABEL_HEIGHT = 14;
    private static final int LONGEST_LABEL = 28;

    private final ScatterChart chart;
    private final DrawingSize size;
    private final ChartLegend legend;
    private final PanelFrame frame;
    private final SvgDocument drawing;
    private final List<Box> taken = new ArrayList<>();

    /** Where a label or a point is. */
    private record Box(double left, double right, double y) {
        boolean overlaps(Box other) {
            return left < other.right && other.left < right && Math.abs(y - other.y) < LABEL_HEIGHT;
        }
    }

    private ScatterChartSvg(ScatterChart chart, DrawingSize size) {
        this.chart = chart;
        this.size = size;
        var titles = chart.series().stream().map(ScatterChart.Series::title).toList();
        legend = new ChartLegend(titles, _ -> titles.size() > 1, size);
        frame = new PanelFrame(size, size.top() + legend.height() + 26);
        drawing = Drawings.document(chart.title(), chart.subtitle(), size, frame.bottom() + 54);
    }

    static SvgDocument of(ScatterChart chart, DrawingSize size) {
        var svg = new ScatterChartSvg(chart, size);
        svg.draw();
        return svg.drawing;
    }

    private void draw() {
        legend.drawFills(drawing, size.top());
        frame.title(drawing, chart.up().title());
        frame.horizontals(drawing, chart.yRange());
        frame.verticals(drawing, chart.xRange());
        chart.series().stream().flatMap(each -> each.points().stream()).forEach(point -> {
            double x = frame.x(chart.xRange(), point.x());
            taken.add(new Box(x - 5, x + 5, frame.y(chart.yRange(), point.y())));
        });
        for (int i = 0; i < chart.series().size(); i++) {
            for (var point : chart.series().get(i).points()) {
                point(i, point);
            }
        }
        frame.axis(drawing, chart.across().title());
    }

    private void point(int series, ScatterChart.Point point) {
        double x = frame.x(chart.xRange(), point.x());
        double y = frame.y(chart.yRange(), point.y());
        drawing.add(
                "<circle class='%s' cx='%.1f' cy='%.1f' r='5'><title>%s%s, %s</title></circle>",
                SeriesStyle.fill(series),
                x,
                y,
                point.label().isEmpty() ? "" : SvgDocument.escaped(point.label()) + ": ",
                ChartAxes.text(point.x()),
                ChartAxes.text(point.y()));
        label(ShortText.of(point.label(), LONGEST_LABEL), x, y);
    }

    /** On the side where there is room; a label that would cover another one or a point is left to the tooltip. */
    private void label(String text, double x, double y) {
        double width = CHARACTER * text.length();
        var right = new Box(x + 9, x + 9 + width, y);
        var left = new Box(x - 9 - width, x - 9, y);
        if (text.isEmpty()) {
            return;
        }
        if (isFree(right)) {
            taken.add(right);
            drawing.text(right.left, y + 4.5, "quiet", text);
        } else if (isFree(left)) {
            taken.add(left);
            drawing.text(left.right, y + 4.5, "quiet end", text);
        }
    }

    private boolean isFree(Box box) {
        return box.left >= size.left()
                && box.right <= size.width()
                && taken.stream().noneMatch(box::overlaps);
    }
}
