package dev.stoker.telemetry.chart;

import java.util.List;
import java.util.Locale;

/** The area between two axes. */
record PanelFrame(DrawingSize size, double top) {
    private static final int MAX_TICKS = 6;

    double bottom() {
        return top + size.panel();
    }

    int right() {
        return size.width() - size.right();
    }

    double y(AxisRange range, double value) {
        return bottom() - range.share(value) * size.panel();
    }

    double x(AxisRange range, double value) {
        return size.left() + range.share(value) * size.across();
    }

    /** The unit of the vertical axis, above it. */
    void title(SvgDocument drawing, String title) {
        drawing.text(size.left(), top - 10, "quiet", title);
    }

    void horizontals(SvgDocument drawing, AxisRange range) {
        for (double tick : range.ticks(MAX_TICKS)) {
            double y = y(range, tick);
            drawing.add("<line class='grid' x1='%d' y1='%.1f' x2='%d' y2='%.1f'/>", size.left(), y, right(), y);
            drawing.text(size.left() - 8, y + 4.5, "quiet end", ChartAxes.text(tick));
        }
    }

    void verticals(SvgDocument drawing, AxisRange range) {
        for (double tick : range.ticks(size.ticks())) {
            double x = x(range, tick);
            drawing.add("<line class='grid' x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f'/>", x, top, x, bottom());
            drawing.text(x, bottom() + 20, "quiet middle", ChartAxes.text(tick));
        }
    }

    /** The title of the horizontal axis. */
    void axis(SvgDocument drawing, String title) {
        drawing.text((size.left() + right()) / 2.0, bottom() + 42, "quiet middle", title);
    }

    /** The corners of an area whose upper and lower edges have the same x. */
    static String corners(List<double[]> upper, List<double[]> lower) {
        var text = new StringBuilder();
        upper.forEach(point -> append(text, point));
        lower.reversed().forEach(point -> append(text, point));
        return text.toString().stripTrailing();
    }

    private static void append(StringBuilder text, double[] point) {
        text.append(String.format(Locale.ROOT, "%.1f,%.1f ", point[0], point[1]));
    }
}
