package dev.stoker.telemetry.chart;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Curves over a common axis, in panels below each other, with marks at some values of the axis.
 *
 * @param base the axis is logarithmic, with ticks at powers of this: 10 or 2; or {@link #LINEAR}
 */
public record Chart(String title, String subtitle, String axis, int base, List<Panel> panels, List<Mark> marks)
        implements Drawing {
    /** The base of a linear axis. */
    public static final int LINEAR = 1;

    /** A point of a curve; x is above 0 where the axis is logarithmic, y where the panel is. */
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
     */
    public record Panel(String title, List<Line> lines, OptionalDouble highest, Scale scale) {
        public Panel {
            lines = List.copyOf(lines);
        }

        public Panel(String title, List<Line> lines, OptionalDouble highest) {
            this(title, lines, highest, Scale.LINEAR);
        }

        /** Of a panel whose vertical axis is logarithmic. */
        public static Panel logarithmic(String title, List<Line> lines) {
            return new Panel(title, lines, OptionalDouble.empty(), Scale.LOGARITHMIC);
        }

        /** Of a panel from 0 to 100. */
        public static Panel percent(String title, List<Line> lines) {
            return new Panel(title, lines, OptionalDouble.empty(), Scale.PERCENT);
        }

        List<Line> solid() {
            return lines.stream().filter(line -> !line.faint()).toList();
        }

        private boolean isDrawable(boolean onlyPositive) {
            return lines.stream()
                    .flatMap(line -> line.points().stream())
                    .allMatch(point -> Double.isFinite(point.x())
                            && Double.isFinite(point.y())
                            && (point.x() > 0 || !onlyPositive)
                            && (point.y() > 0 || scale != Scale.LOGARITHMIC));
        }
    }

    /** The vertical axis of a panel. */
    public enum Scale {
        LINEAR,
        LOGARITHMIC,
        /** All of 0 to 100, whatever the curves are. */
        PERCENT
    }

    /** A value of the axis to point out; one of them may be the chosen one. */
    public record Mark(double x, String title, boolean chosen) {}

    public Chart {
        panels = List.copyOf(panels);
        marks = List.copyOf(marks);
        boolean drawable = panels.stream().allMatch(panel -> panel.isDrawable(base != LINEAR));
        if (panels.isEmpty() || panels.stream().anyMatch(Chart::isEmpty) || !drawable) {
            throw new IllegalArgumentException(
                    "every panel of a chart needs a curve of finite numbers, above 0 on logarithmic axes: " + title);
        }
    }

    private static boolean isEmpty(Panel panel) {
        return panel.solid().stream().allMatch(line -> line.points().isEmpty());
    }

    @Override
    public List<String> text(int columns) {
        return ChartText.lines(this, columns);
    }
}
