package dev.stoker.telemetry.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;

/** A chart as PNG. */
final class ChartPng {
    private static final int FEW = 40;

    private static final Color INK = Canvas.INK;
    private static final Color QUIET = Canvas.QUIET;
    private static final Color GRID = Canvas.GRID;
    private static final Color CURVE = new Color(0x1f6feb);
    private static final Color FAINT = new Color(0xa9c7f5);
    private static final Color MARK = new Color(0x8b949e);
    private static final Color CHOSEN = new Color(0xd9480f);

    private final Chart chart;
    private final ChartLayout layout;
    private final Canvas canvas;

    private ChartPng(Chart chart, ChartLayout layout, Canvas canvas) {
        this.chart = chart;
        this.layout = layout;
        this.canvas = canvas;
    }

    static byte[] bytes(Chart chart) {
        var layout = new ChartLayout(chart);
        try (var canvas = new Canvas(ChartLayout.WIDTH, layout.height())) {
            new ChartPng(chart, layout, canvas).draw();
            return canvas.png();
        }
    }

    private void draw() {
        canvas.text(chart.title(), ChartLayout.LEFT, ChartLayout.TITLE, 15, 0, INK);
        canvas.text(chart.subtitle(), ChartLayout.LEFT, ChartLayout.SUBTITLE, 10, 0, QUIET);
        legend();
        for (int i = 0; i < chart.panels().size(); i++) {
            panel(i, chart.panels().get(i));
        }
        double middle = (ChartLayout.LEFT + ChartLayout.WIDTH - ChartLayout.RIGHT) / 2.0;
        canvas.text(chart.axis(), middle, layout.bottom(chart.panels().size() - 1) + 48, 10, 0.5, QUIET);
    }

    private void legend() {
        double x = ChartLayout.LEFT;
        for (var mark : layout.marks()) {
            canvas.draw(
                    new Line2D.Double(x, ChartLayout.LEGEND - 5, x + 26, ChartLayout.LEGEND - 5),
                    color(mark),
                    stroke(mark));
            canvas.text(mark.title(), x + 34, ChartLayout.LEGEND, 10, 0, QUIET);
            x += 62 + Letters.width(mark.title(), 10);
        }
    }

    private static Color color(Chart.Mark mark) {
        return mark.chosen() ? CHOSEN : MARK;
    }

    private static BasicStroke stroke(Chart.Mark mark) {
        return mark.chosen()
                ? new BasicStroke(2f)
                : new BasicStroke(1.4f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, new float[] {5f, 4f}, 0f);
    }

    private void panel(int index, Chart.Panel panel) {
        int top = layout.top(index);
        int bottom = layout.bottom(index);
        int right = ChartLayout.WIDTH - ChartLayout.RIGHT;
        canvas.text(panel.title(), ChartLayout.LEFT, top - 10, 10, 0, QUIET);
        for (double tick : layout.ticks(index)) {
            double y = layout.y(index, tick);
            canvas.draw(new Line2D.Double(ChartLayout.LEFT, y, right, y), GRID, Canvas.THIN);
            canvas.text(ChartAxes.text(tick), ChartLayout.LEFT - 10, y + 4, 9, 1, QUIET);
        }
        for (double tick : layout.ticks()) {
            double x = layout.x(tick);
            canvas.draw(new Line2D.Double(x, top, x, bottom), GRID, Canvas.THIN);
            canvas.text(ChartAxes.text(tick), x, bottom + 20, 9, 0.5, QUIET);
        }
        canvas.clip(ChartLayout.LEFT - 5, top - 1, right - ChartLayout.LEFT + 10, bottom - top + 2);
        layout.marks()
                .forEach(mark -> canvas.draw(
                        new Line2D.Double(layout.x(mark.x()), top, layout.x(mark.x()), bottom),
                        color(mark),
                        stroke(mark)));
        panel.lines().stream().filter(Chart.Line::faint).forEach(line -> curve(index, line));
        panel.lines().stream().filter(line -> !line.faint()).forEach(line -> curve(index, line));
        canvas.clipNoMore();
    }

    private void curve(int panel, Chart.Line line) {
        var path = new Path2D.Double();
        for (var point : line.points()) {
            double x = layout.x(point.x());
            double y = layout.y(panel, point.y());
            if (path.getCurrentPoint() == null) {
                path.moveTo(x, y);
            } else {
                path.lineTo(x, y);
            }
            if (!line.faint() && line.points().size() <= FEW) {
                canvas.fill(new Ellipse2D.Double(x - 4, y - 4, 8, 8), CURVE);
            }
        }
        float width = line.faint() ? 1.2f : 2.2f;
        canvas.draw(
                path,
                line.faint() ? FAINT : CURVE,
                new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    }
}
