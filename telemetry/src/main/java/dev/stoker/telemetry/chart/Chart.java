package dev.stoker.telemetry.chart;

import dev.stoker.core.io.AtomicFile;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Curves over a common axis, in panels below each other, with marks at some values of the axis.
 *
 * @param base the axis is logarithmic, with ticks at powers of this: 10 or 2; or {@link #LINEAR}
 */
public record Chart(String title, String subtitle, String axis, int base, List<Panel> panels, List<Mark> marks) {
    /** The base of a linear axis. */
    public static final int LINEAR = 1;

    /** Pixels on a screen; the drawing scales down but not beyond this. */
    private static final int MAX_WIDTH = 1100;

    /** A point of a curve; x must be above 0, as the axis may be logarithmic. */
    public record Point(double x, double y) {}

    /** A curve; a faint one is drawn below the others and does not affect the range of the panel. */
    public record Line(String title, List<Point> points, boolean faint) {
        public Line {
            points = List.copyOf(points);
        }
    }

    /**
     * Curves of one unit.
     *
     * @param highest where the panel is clipped
     * @param percent whether the panel shows all of 0 to 100, whatever the curves are
     */
    public record Panel(String title, List<Line> lines, OptionalDouble highest, boolean percent) {
        public Panel {
            lines = List.copyOf(lines);
        }

        public Panel(String title, List<Line> lines, OptionalDouble highest) {
            this(title, lines, highest, false);
        }
    }

    /** A value of the axis to point out; one of them may be the chosen one. */
    public record Mark(double x, String title, boolean chosen) {}

    public Chart {
        panels = List.copyOf(panels);
        marks = List.copyOf(marks);
        boolean drawable = panels.stream()
                .flatMap(panel -> panel.lines().stream())
                .flatMap(line -> line.points().stream())
                .allMatch(point -> point.x() > 0 && Double.isFinite(point.x()) && Double.isFinite(point.y()));
        if (panels.isEmpty() || panels.stream().anyMatch(Chart::isEmpty) || !drawable) {
            throw new IllegalArgumentException(
                    "every panel of a chart needs a curve of finite numbers over positive ones: " + title);
        }
    }

    private static boolean isEmpty(Panel panel) {
        return panel.lines().stream()
                .filter(line -> !line.faint())
                .allMatch(line -> line.points().isEmpty());
    }

    /** As text of at most so many columns. */
    public List<String> text(int columns) {
        return ChartText.lines(this, columns);
    }

    /** An SVG file that needs nothing else. */
    public void writeSvg(Path file) {
        AtomicFile.write(file, ChartSvg.of(this).svg());
    }

    /** An HTML page that needs nothing else. */
    public void writeHtml(Path file) {
        AtomicFile.write(file, ChartSvg.of(this).html(MAX_WIDTH));
    }
}
