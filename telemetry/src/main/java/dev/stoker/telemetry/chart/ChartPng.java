package dev.stoker.telemetry.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/**
 * A chart as PNG. Letters are drawn by {@link Letters}: a machine that trains often has no fonts, and without them the
 * JVM's text fails.
 */
final class ChartPng {
    private static final int SCALE = 2;
    private static final int FEW = 40;

    private static final Color INK = new Color(0x1b1f24);
    private static final Color QUIET = new Color(0x5b6470);
    private static final Color GRID = new Color(0xe4e8ec);
    private static final Color CURVE = new Color(0x1f6feb);
    private static final Color FAINT = new Color(0xa9c7f5);
    private static final Color MARK = new Color(0x8b949e);
    private static final Color CHOSEN = new Color(0xd9480f);

    private final Chart chart;
    private final Layout layout;
    private final BufferedImage image;
    private final Graphics2D pen;

    private ChartPng(Chart chart) {
        this.chart = chart;
        layout = new Layout(chart);
        image = new BufferedImage(SCALE * Layout.WIDTH, SCALE * layout.height(), BufferedImage.TYPE_INT_RGB);
        pen = image.createGraphics();
        pen.scale(SCALE, SCALE);
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    }

    static byte[] bytes(Chart chart) {
        System.setProperty("java.awt.headless", "true"); // a display that cannot be reached must not matter
        var drawing = new ChartPng(chart);
        try {
            drawing.draw();
        } finally {
            drawing.pen.dispose();
        }
        var bytes = new ByteArrayOutputStream();
        try {
            ImageIO.setUseCache(false);
            ImageIO.write(drawing.image, "png", bytes);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return bytes.toByteArray();
    }

    private void draw() {
        pen.setColor(Color.WHITE);
        pen.fillRect(0, 0, Layout.WIDTH, layout.height());
        text(chart.title(), Layout.LEFT, Layout.TITLE, 15, 0, INK);
        text(chart.subtitle(), Layout.LEFT, Layout.SUBTITLE, 10, 0, QUIET);
        legend();
        for (int i = 0; i < chart.panels().size(); i++) {
            panel(i, chart.panels().get(i));
        }
        double middle = (Layout.LEFT + Layout.WIDTH - Layout.RIGHT) / 2.0;
        text(chart.axis(), middle, layout.bottom(chart.panels().size() - 1) + 48, 10, 0.5, QUIET);
    }

    private void legend() {
        double x = Layout.LEFT;
        for (var mark : layout.marks()) {
            draw(new Line2D.Double(x, Layout.LEGEND - 5, x + 26, Layout.LEGEND - 5), colour(mark), stroke(mark));
            text(mark.title(), x + 34, Layout.LEGEND, 10, 0, QUIET);
            x += 62 + Letters.width(mark.title(), 10);
        }
    }

    private static Color colour(Chart.Mark mark) {
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
        int right = Layout.WIDTH - Layout.RIGHT;
        text(panel.title(), Layout.LEFT, top - 10, 10, 0, QUIET);
        for (double tick : layout.ticks(index)) {
            double y = layout.y(index, tick);
            draw(new Line2D.Double(Layout.LEFT, y, right, y), GRID, new BasicStroke(1f));
            text(Axes.text(tick), Layout.LEFT - 10, y + 4, 9, 1, QUIET);
        }
        for (double tick : layout.ticks()) {
            double x = layout.x(tick);
            draw(new Line2D.Double(x, top, x, bottom), GRID, new BasicStroke(1f));
            text(Axes.text(tick), x, bottom + 20, 9, 0.5, QUIET);
        }
        pen.setClip(Layout.LEFT - 5, top - 1, right - Layout.LEFT + 10, bottom - top + 2);
        layout.marks()
                .forEach(mark -> draw(
                        new Line2D.Double(layout.x(mark.x()), top, layout.x(mark.x()), bottom),
                        colour(mark),
                        stroke(mark)));
        panel.lines().stream().filter(Chart.Line::faint).forEach(line -> curve(index, line));
        panel.lines().stream().filter(line -> !line.faint()).forEach(line -> curve(index, line));
        pen.setClip(null);
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
                pen.setColor(CURVE);
                pen.fill(new Ellipse2D.Double(x - 4, y - 4, 8, 8));
            }
        }
        float width = line.faint() ? 1.2f : 2.2f;
        draw(path, line.faint() ? FAINT : CURVE, new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    }

    private void draw(Shape shape, Color colour, BasicStroke stroke) {
        pen.setColor(colour);
        pen.setStroke(stroke);
        pen.draw(shape);
    }

    /** {@code anchor} is the share of the text that lies before x. */
    private void text(String text, double x, double y, double size, double anchor, Color colour) {
        var path = Letters.path(text, x - anchor * Letters.width(text, size), y, size);
        float width = (float) (size / 8.5);
        draw(path, colour, new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    }
}
