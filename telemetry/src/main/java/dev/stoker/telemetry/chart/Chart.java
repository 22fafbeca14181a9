package dev.stoker.telemetry.chart;

import dev.stoker.core.io.AtomicFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Curves over a common logarithmic axis, one panel below the other, with marks at some places of the axis.
 *
 * @param base what the ticks of the axis are powers of: 10 or 2
 */
public record Chart(String title, String subtitle, String axis, int base, List<Panel> panels, List<Mark> marks) {

    /** One place of a curve; the first number must be above 0, as the axis is logarithmic. */
    public record Point(double x, double y) {}

    /** A curve; a faint one is drawn behind the others and does not decide how high a panel reaches. */
    public record Line(String title, List<Point> points, boolean faint) {
        public Line {
            points = List.copyOf(points);
        }
    }

    /** Curves of one unit; where {@code highest} is given, what lies above it is cut off. */
    public record Panel(String title, List<Line> lines, OptionalDouble highest) {
        public Panel {
            lines = List.copyOf(lines);
        }
    }

    /** A place of the axis that matters; one of them may be the chosen one. */
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

    /** As text, no wider than so many columns. */
    public List<String> text(int columns) {
        return ChartText.lines(this, columns);
    }

    public void writePng(Path file) {
        var bytes = ByteBuffer.wrap(ChartPng.bytes(this));
        AtomicFile.write(file, channel -> AtomicFile.writeFully(channel, bytes));
    }

    /** One page that needs nothing else. */
    public void writeHtml(Path file) {
        AtomicFile.write(file, ChartPage.text(this));
    }
}
