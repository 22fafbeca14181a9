package dev.stoker.telemetry.chart;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A chart as an SVG drawing; pointing at a curve shows its numbers. */
final class ChartSvg {
    static final String STYLE = """
        :root { --faint: #a9c7f5; --mark: #8b949e; --chosen: #d9480f; }
        @media (prefers-color-scheme: dark) {
          :root { --faint: #2f4f78; --mark: #7d8590; --chosen: #ff9a5c; }
        }
        .curve { fill: none; stroke-width: 2.2; }
        .faint { fill: none; stroke: var(--faint); stroke-width: 1.2; }
        .mark { stroke: var(--mark); stroke-width: 1.4; stroke-dasharray: 5 4; }
        .chosen { stroke: var(--chosen); stroke-width: 2; }
        circle.hidden { fill-opacity: 0; } circle.hidden:hover { fill-opacity: .6; }
        """;

    /** A curve with few points shows each as a dot. */
    private static final int FEW = 40;

    private final Chart chart;
    private final DrawingSize size;
    private final ChartLayout layout;
    private final SvgDocument drawing;

    private ChartSvg(Chart chart, DrawingSize size) {
        this.chart = chart;
        this.size = size;
        layout = new ChartLayout(chart, size);
        drawing = Drawings.document(chart.title(), chart.subtitle(), size, layout.height());
    }

    static SvgDocument of(Chart chart, DrawingSize size) {
        var svg = new ChartSvg(chart, size);
        svg.draw();
        return svg.drawing;
    }

    private void draw() {
        legend();
        for (int i = 0; i < chart.panels().size(); i++) {
            panel(i, chart.panels().get(i));
        }
        int last = chart.panels().size() - 1;
        drawing.text(
                (size.left() + size.width() - size.right()) / 2.0,
                layout.bottom(last) + (size.titled() ? 48 : 42),
                "quiet middle",
                chart.axis());
    }

    private void legend() {
        double x = size.left();
        for (var mark : layout.marks()) {
            drawing.add(
                    "<line class='%s' x1='%.1f' y1='%d' x2='%.1f' y2='%d'/>",
                    style(mark), x, layout.marksLine() - 5, x + 26, layout.marksLine() - 5);
            drawing.text(x + 33, layout.marksLine(), "quiet", mark.title());
            x += 60 + 7.2 * mark.title().length();
        }
    }

    private static String style(Chart.Mark mark) {
        return mark.chosen() ? "chosen" : "mark";
    }

    private void panel(int index, Chart.Panel panel) {
        int top = layout.top(index);
        int bottom = layout.bottom(index);
        drawing.text(size.left(), top - 10, "quiet", panel.title());
        for (double tick : layout.ticks(index)) {
            double y = layout.y(index, tick);
            drawing.add(
                    "<line class='grid' x1='%d' y1='%.1f' x2='%d' y2='%.1f'/>",
                    size.left(), y, size.width() - size.right(), y);
            drawing.text(size.left() - 10, y + 4.5, "quiet end", ChartAxes.text(tick));
        }
        for (double tick : layout.ticks()) {
            drawing.add(
                    "<line class='grid' x1='%.1f' y1='%d' x2='%.1f' y2='%d'/>",
                    layout.x(tick), top, layout.x(tick), bottom);
            drawing.text(layout.x(tick), bottom + 20, "quiet middle", ChartAxes.text(tick));
        }
        drawing.add(
                "<clipPath id='%spanel%d'><rect x='%d' y='%d' width='%d' height='%d'/></clipPath><g"
                        + " clip-path='url(#%spanel%d)'>",
                size.name(), index, size.left() - 5, top - 1, size.across() + 10, bottom - top + 2, size.name(), index);
        layout.marks()
                .forEach(mark -> drawing.add(
                        "<line class='%s' x1='%.1f' y1='%d' x2='%.1f' y2='%d'><title>%s</title></line>",
                        style(mark),
                        layout.x(mark.x()),
                        top,
                        layout.x(mark.x()),
                        bottom,
                        SvgDocument.escaped(mark.title())));
        panel.lines().stream().filter(Chart.Line::faint).forEach(line -> curve(index, line, "faint"));
        var solid = panel.solid();
        for (int i = 0; i < solid.size(); i++) {
            curve(index, solid.get(i), "curve " + SeriesStyle.line(i));
            dots(index, solid.get(i), SeriesStyle.fill(i));
        }
        drawing.add("</g>");
        if (layout.legend(index).height() > 0) {
            layout.legend(index)
                    .drawLines(
                            drawing,
                            top - layout.above(index) - layout.legend(index).height());
        } else if (solid.size() > 1) {
            names(solid, top - 10);
        }
    }

    /** Which curve is which, on the right above a panel. */
    private void names(List<Chart.Line> lines, int y) {
        double x = size.width() - size.right();
        for (int i = lines.size() - 1; i >= 0; i--) {
            String title = lines.get(i).title();
            drawing.text(x, y, "quiet end", title);
            x -= 7.2 * title.length() + 8;
            drawing.add(
                    "<line class='curve %s' x1='%.1f' y1='%d' x2='%.1f' y2='%d'/>",
                    SeriesStyle.line(i), x - 26, y - 4, x, y - 4);
            x -= 46;
        }
    }

    private void curve(int panel, Chart.Line line, String style) {
        String points = line.points().stream()
                .map(point -> String.format(Locale.ROOT, "%.1f,%.1f", layout.x(point.x()), layout.y(panel, point.y())))
                .collect(Collectors.joining(" "));
        drawing.add("<polyline class='%s' points='%s'/>", style, points);
    }

    private void dots(int panel, Chart.Line line, String style) {
        boolean shown = line.points().size() <= FEW;
        for (var point : line.points()) {
            drawing.add(
                    "<circle class='%s %s' cx='%.1f' cy='%.1f' r='%d'><title>%s %s: %s %s</title></circle>",
                    shown ? "shown" : "hidden",
                    style,
                    layout.x(point.x()),
                    layout.y(panel, point.y()),
                    shown ? 4 : 6,
                    SvgDocument.escaped(chart.axis()),
                    ChartAxes.text(point.x()),
                    SvgDocument.escaped(line.title()),
                    ChartAxes.text(point.y()));
        }
    }
}
