package dev.stoker.telemetry.chart;

import java.util.Locale;

/** A chart as a page with a drawing inside; whoever points at a place of a curve reads its numbers. */
final class ChartPage {
    private static final String HEAD = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>TITLE</title>
        <style>
        :root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --quiet: #6b7480; --grid: #e4e8ec;
                --curve: #1f6feb; --faint: #a9c7f5; --mark: #8b949e; --chosen: #d9480f; }
        @media (prefers-color-scheme: dark) {
          :root { --paper: #14181d; --ink: #e8ebee; --quiet: #98a2ad; --grid: #2a3138;
                  --curve: #6cb0ff; --faint: #2f4f78; --mark: #7d8590; --chosen: #ff9a5c; }
        }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 14px system-ui, sans-serif; }
        svg { display: block; width: 100%; max-width: 1100px; margin: 1rem auto; height: auto; }
        text { fill: var(--ink); } .quiet { fill: var(--quiet); font-size: 13px; }
        .title { font-size: 20px; font-weight: 600; } .grid { stroke: var(--grid); } .end { text-anchor: end; }
        .middle { text-anchor: middle; } .curve { fill: none; stroke: var(--curve); stroke-width: 2.2; }
        .faint { fill: none; stroke: var(--faint); stroke-width: 1.2; }
        .mark { stroke: var(--mark); stroke-width: 1.4; stroke-dasharray: 5 4; }
        .chosen { stroke: var(--chosen); stroke-width: 2; }
        circle { fill: var(--curve); fill-opacity: 0; } circle.shown { fill-opacity: 1; }
        circle:hover { fill-opacity: .6; }
        </style>
        </head>
        <body>
        """;

    /** Where a curve has few places, each is shown as a dot. */
    private static final int FEW = 40;

    private final Chart chart;
    private final Layout layout;
    private final StringBuilder page = new StringBuilder();

    private ChartPage(Chart chart) {
        this.chart = chart;
        layout = new Layout(chart);
    }

    static String text(Chart chart) {
        var page = new ChartPage(chart);
        page.draw();
        return page.page.toString();
    }

    private void draw() {
        page.append(HEAD.replace("TITLE", escaped(chart.title())));
        add(
                "<svg viewBox='0 0 %d %d' role='img' aria-label='%s'>",
                Layout.WIDTH, layout.height(), escaped(chart.title()));
        text(Layout.LEFT, Layout.TITLE, "title", chart.title());
        text(Layout.LEFT, Layout.SUBTITLE, "quiet", chart.subtitle());
        legend();
        for (int i = 0; i < chart.panels().size(); i++) {
            panel(i, chart.panels().get(i));
        }
        int last = chart.panels().size() - 1;
        text((Layout.LEFT + Layout.WIDTH - Layout.RIGHT) / 2.0, layout.bottom(last) + 48, "quiet middle", chart.axis());
        page.append("</svg>\n</body>\n</html>\n");
    }

    private void legend() {
        double x = Layout.LEFT;
        for (var mark : layout.marks()) {
            add(
                    "<line class='%s' x1='%.1f' y1='%d' x2='%.1f' y2='%d'/>",
                    style(mark), x, Layout.LEGEND - 5, x + 26, Layout.LEGEND - 5);
            text(x + 33, Layout.LEGEND, "quiet", mark.title());
            x += 60 + 7.2 * mark.title().length();
        }
    }

    private static String style(Chart.Mark mark) {
        return mark.chosen() ? "chosen" : "mark";
    }

    private void panel(int index, Chart.Panel panel) {
        int top = layout.top(index);
        int bottom = layout.bottom(index);
        text(Layout.LEFT, top - 10, "quiet", panel.title());
        for (double tick : layout.ticks(index)) {
            double y = layout.y(index, tick);
            add(
                    "<line class='grid' x1='%d' y1='%.1f' x2='%d' y2='%.1f'/>",
                    Layout.LEFT, y, Layout.WIDTH - Layout.RIGHT, y);
            text(Layout.LEFT - 10, y + 4.5, "quiet end", Axes.text(tick));
        }
        for (double tick : layout.ticks()) {
            add(
                    "<line class='grid' x1='%.1f' y1='%d' x2='%.1f' y2='%d'/>",
                    layout.x(tick), top, layout.x(tick), bottom);
            text(layout.x(tick), bottom + 20, "quiet middle", Axes.text(tick));
        }
        add(
                "<clipPath id='panel%d'><rect x='%d' y='%d' width='%d' height='%d'/></clipPath><g"
                        + " clip-path='url(#panel%d)'>",
                index,
                Layout.LEFT - 5,
                top - 1,
                Layout.WIDTH - Layout.LEFT - Layout.RIGHT + 10,
                bottom - top + 2,
                index);
        layout.marks()
                .forEach(mark -> add(
                        "<line class='%s' x1='%.1f' y1='%d' x2='%.1f' y2='%d'><title>%s</title></line>",
                        style(mark), layout.x(mark.x()), top, layout.x(mark.x()), bottom, escaped(mark.title())));
        panel.lines().stream().filter(Chart.Line::faint).forEach(line -> curve(index, line));
        panel.lines().stream().filter(line -> !line.faint()).forEach(line -> {
            curve(index, line);
            dots(index, line);
        });
        page.append("</g>\n");
    }

    private void curve(int panel, Chart.Line line) {
        page.append("<polyline class='%s' points='".formatted(line.faint() ? "faint" : "curve"));
        line.points()
                .forEach(point -> page.append(
                        String.format(Locale.ROOT, "%.1f,%.1f ", layout.x(point.x()), layout.y(panel, point.y()))));
        page.append("'/>\n");
    }

    private void dots(int panel, Chart.Line line) {
        boolean shown = line.points().size() <= FEW;
        for (var point : line.points()) {
            add(
                    "<circle class='%s' cx='%.1f' cy='%.1f' r='%d'><title>%s %s: %s %s</title></circle>",
                    shown ? "shown" : "",
                    layout.x(point.x()),
                    layout.y(panel, point.y()),
                    shown ? 4 : 6,
                    escaped(chart.axis()),
                    Axes.text(point.x()),
                    escaped(line.title()),
                    Axes.text(point.y()));
        }
    }

    private void text(double x, double y, String style, String text) {
        add("<text class='%s' x='%.1f' y='%.1f'>%s</text>", style, x, y, escaped(text));
    }

    @SuppressWarnings("AnnotateFormatMethod") // its library is not one of ours
    private void add(String format, Object... values) {
        page.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("'", "&#39;")
                .replace("\"", "&quot;");
    }
}
