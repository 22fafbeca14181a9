package dev.stoker.telemetry.chart;

import java.util.stream.DoubleStream;

/** Bars as an SVG drawing. */
final class BarChartSvg {
    private static final double SPACE = 0.28;
    private static final int WIDEST = 60;

    /** Fewer pixels do not hold a number. */
    private static final int LABELED = 26;

    private final BarChart chart;
    private final DrawingSize size;
    private final ChartLegend legend;
    private final AxisRange range;
    private final PanelFrame frame;
    private final SvgDocument drawing;

    private BarChartSvg(BarChart chart, DrawingSize size) {
        this.chart = chart;
        this.size = size;
        legend = new ChartLegend(chart.series(), _ -> chart.series().size() > 1, size);
        range = AxisRange.fromZero(DoubleStream.of(chart.highest()));
        frame = new PanelFrame(size, size.top() + legend.height() + 26);
        drawing = Drawings.document(chart.title(), chart.subtitle(), size, frame.bottom() + 30);
    }

    static SvgDocument of(BarChart chart, DrawingSize size) {
        var svg = new BarChartSvg(chart, size);
        svg.draw();
        return svg.drawing;
    }

    private void draw() {
        legend.drawFills(drawing, size.top());
        frame.title(drawing, chart.unit());
        frame.horizontals(drawing, range);
        double width = size.across() / (double) chart.groups().size();
        for (int i = 0; i < chart.groups().size(); i++) {
            group(chart.groups().get(i), size.left() + i * width, width);
        }
        titles(width);
    }

    private void group(BarChart.Group group, double left, double width) {
        int bars = barsOfAGroup();
        double bar = Math.min(WIDEST, width * (1 - SPACE) / bars);
        double start = left + (width - bar * bars) / 2;
        for (int i = 0; i < chart.series().size(); i++) {
            double value = group.values().get(i);
            if (!Double.isNaN(value)) {
                bar(group, i, start + (bars == 1 ? 0 : i) * bar, bar, value);
            }
        }
    }

    /** Where each group has a single bar, of whatever series, it is as wide as there is room. */
    private int barsOfAGroup() {
        boolean single = chart.groups().stream()
                .allMatch(group -> group.values().stream()
                                .filter(value -> !Double.isNaN(value))
                                .count()
                        <= 1);
        return single ? 1 : chart.series().size();
    }

    private void bar(BarChart.Group group, int series, double x, double width, double value) {
        double top = frame.y(range, value);
        drawing.add(
                "<rect class='%s' x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='2'><title>%s, %s: %s</title></rect>",
                SeriesStyle.fill(series),
                x + 1,
                top,
                Math.max(1, width - 2),
                Math.max(0.5, frame.bottom() - top),
                SvgDocument.escaped(group.title()),
                SvgDocument.escaped(chart.series().get(series)),
                ChartAxes.text(value));
        if (width >= LABELED) {
            drawing.text(x + width / 2, top - 5, "quiet middle", ChartAxes.text(ChartText.rounded(value)));
        }
    }

    /** Where they are too close, only every second, third … */
    private void titles(double width) {
        int longest = chart.groups().stream()
                .mapToInt(group -> group.title().length())
                .max()
                .orElse(1);
        int every = Math.max(1, (int) Math.ceil(Math.min(longest * 7.5, 90) / width));
        for (int i = 0; i < chart.groups().size(); i += every) {
            drawing.text(
                    size.left() + (i + 0.5) * width,
                    frame.bottom() + 20,
                    "quiet middle",
                    ShortText.of(chart.groups().get(i).title(), (int) Math.max(4, width * every / 7)));
        }
    }
}
