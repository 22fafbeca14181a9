package dev.stoker.telemetry.chart;

import java.util.Locale;
import java.util.stream.Collectors;

/** A chart as a page with a drawing inside; whoever points at a place of a curve reads its numbers. */
final class ChartPage {
    private static final String STYLE = """
        :root { --curve: #1f6feb; --faint: #a9c7f5; --mark: #8b949e; --chosen: #d9480f; }
        @media (prefers-color-scheme: dark) {
          :root { --curve: #6cb0ff; --faint: #2f4f78; --mark: #7d8590; --chosen: #ff9a5c; }
        }
        .curve { fill: none; stroke: var(--curve); stroke-width: 2.2; }
        .faint { fill: none; stroke: var(--faint); stroke-width: 1.2; }
        .mark { stroke: var(--mark); stroke-width: 1.4; stroke-dasharray: 5 4; }
        .chosen { stroke: var(--chosen); stroke-width: 2; }
        circle { fill: var(--curve); fill-opacity: 0; } circle.shown { fill-opacity: 1; }
        circle:hover { fill-opacity: .6; }
        """;

    private static final int MAX_WIDTH = 1100;

    /** Where a curve has few places, each is shown as a dot. */
    private static final int FEW = 40;

    private final Chart chart;
    private final ChartLayout layout;
    private final SvgPage page;

    private ChartPage(Chart chart) {
        this.chart = chart;
        layout = new ChartLayout(chart);
        page = new SvgPage(chart.title(), STYLE, ChartLayout.WIDTH, layout.height(), MAX_WIDTH);
    }

    static String text(Chart chart) {
        var page = new ChartPage(chart);
        page.draw();
        return page.page.end();
    }

    private void draw() {
        page.text(ChartLayout.LEFT, ChartLayout.TITLE, "title", chart.title());
        page.text(ChartLayout.LEFT, ChartLayout.SUBTITLE, "quiet", chart.subtitle());
        legend();
        for (int i = 0; i < chart.panels().size(); i++) {
            panel(i, chart.panels().get(i));
        }
        int last = chart.panels().size() - 1;
        page.text(
                (ChartLayout.LEFT + ChartLayout.WIDTH - ChartLayout.RIGHT) / 2.0,
                layout.bottom(last) + 48,
                "quiet middle",
                chart.axis());
    }

    private void legend() {
        double x = ChartLayout.LEFT;
        for (var mark : layout.marks()) {
            page.add(
                    "<line class='%s' x1='%.1f' y1='%d' x2='%.1f' y2='%d'/>",
                    style(mark), x, ChartLayout.LEGEND - 5, x + 26, ChartLayout.LEGEND - 5);
            page.text(x + 33, ChartLayout.LEGEND, "quiet", mark.title());
            x += 60 + 7.2 * mark.title().length();
        }
    }

    private static String style(Chart.Mark mark) {
        return mark.chosen() ? "chosen" : "mark";
    }

    private void panel(int index, Chart.Panel panel) {
        int top = layout.top(index);
        int bottom = layout.bottom(index);
        page.text(ChartLayout.LEFT, top - 10, "quiet", panel.title());
        for (double tick : layout.ticks(index)) {
            double y = layout.y(index, tick);
            page.add(
                    "<line class='grid' x1='%d' y1='%.1f' x2='%d' y2='%.1f'/>",
                    ChartLayout.LEFT, y, ChartLayout.WIDTH - ChartLayout.RIGHT, y);
            page.text(ChartLayout.LEFT - 10, y + 4.5, "quiet end", ChartAxes.text(tick));
        }
        for (double tick : layout.ticks()) {
            page.add(
                    "<line class='grid' x1='%.1f' y1='%d' x2='%.1f' y2='%d'/>",
                    layout.x(tick), top, layout.x(tick), bottom);
            page.text(layout.x(tick), bottom + 20, "quiet middle", ChartAxes.text(tick));
        }
        page.add(
                "<clipPath id='panel%d'><rect x='%d' y='%d' width='%d' height='%d'/></clipPath><g"
                        + " clip-path='url(#panel%d)'>",
                index,
                ChartLayout.LEFT - 5,
                top - 1,
                ChartLayout.WIDTH - ChartLayout.LEFT - ChartLayout.RIGHT + 10,
                bottom - top + 2,
                index);
        layout.marks()
                .forEach(mark -> page.add(
                        "<line class='%s' x1='%.1f' y1='%d' x2='%.1f' y2='%d'><title>%s</title></line>",
                        style(mark),
                        layout.x(mark.x()),
                        top,
                        layout.x(mark.x()),
                        bottom,
                        SvgPage.escaped(mark.title())));
        panel.lines().stream().filter(Chart.Line::faint).forEach(line -> curve(index, line));
        panel.lines().stream().filter(line -> !line.faint()).forEach(line -> {
            curve(index, line);
            dots(index, line);
        });
        page.add("</g>");
    }

    private void curve(int panel, Chart.Line line) {
        String points = line.points().stream()
                .map(point -> String.format(Locale.ROOT, "%.1f,%.1f", layout.x(point.x()), layout.y(panel, point.y())))
                .collect(Collectors.joining(" "));
        page.add("<polyline class='%s' points='%s'/>", line.faint() ? "faint" : "curve", points);
    }

    private void dots(int panel, Chart.Line line) {
        boolean shown = line.points().size() <= FEW;
        for (var point : line.points()) {
            page.add(
                    "<circle class='%s' cx='%.1f' cy='%.1f' r='%d'><title>%s %s: %s %s</title></circle>",
                    shown ? "shown" : "",
                    layout.x(point.x()),
                    layout.y(panel, point.y()),
                    shown ? 4 : 6,
                    SvgPage.escaped(chart.axis()),
                    ChartAxes.text(point.x()),
                    SvgPage.escaped(line.title()),
                    ChartAxes.text(point.y()));
        }
    }
}
