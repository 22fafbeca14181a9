package dev.stoker.telemetry.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/**
 * White paper to draw on, that becomes a PNG. Letters are drawn by {@link Letters}: a machine that trains often has no
 * fonts, and without them the JVM's text fails.
 */
final class Canvas implements AutoCloseable {
    static final Color INK = new Color(0x1b1f24);
    static final Color QUIET = new Color(0x5b6470);
    static final Color GRID = new Color(0xe4e8ec);
    static final BasicStroke THIN = new BasicStroke(1f);

    private static final int SCALE = 2;

    private final BufferedImage image;
    private final Graphics2D pen;

    Canvas(int width, int height) {
        System.setProperty("java.awt.headless", "true"); // a display that cannot be reached must not matter
        image = new BufferedImage(SCALE * width, SCALE * height, BufferedImage.TYPE_INT_RGB);
        pen = image.createGraphics();
        pen.scale(SCALE, SCALE);
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        pen.setColor(Color.WHITE);
        pen.fillRect(0, 0, width, height);
    }

    void draw(Shape shape, Color color, BasicStroke stroke) {
        pen.setColor(color);
        pen.setStroke(stroke);
        pen.draw(shape);
    }

    void fill(Shape shape, Color color) {
        pen.setColor(color);
        pen.fill(shape);
    }

    /** {@code anchor} is the share of the text that lies before x. */
    void text(String text, double x, double y, double size, double anchor, Color color) {
        var path = Letters.path(text, x - anchor * Letters.width(text, size), y, size);
        float width = (float) (size / 8.5);
        draw(path, color, new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    }

    /** Draws only within here from now on. */
    void clip(int x, int y, int width, int height) {
        pen.setClip(x, y, width, height);
    }

    void clipNoMore() {
        pen.setClip(null);
    }

    byte[] png() {
        var bytes = new ByteArrayOutputStream();
        try {
            ImageIO.setUseCache(false);
            ImageIO.write(image, "png", bytes);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return bytes.toByteArray();
    }

    @Override
    public void close() {
        pen.dispose();
    }
}
