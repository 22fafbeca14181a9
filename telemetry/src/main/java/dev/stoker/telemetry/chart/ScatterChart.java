package dev.stoker.telemetry.chart;

import java.util.List;
import java.util.stream.Stream;

/** Points of two values, with labels. */
public record ScatterChart(String title, String subtitle, Axis across, Axis up, List<Series> series)
        implements Drawing {
    /** The title of an axis; on a logarithmic one, values are above 0. */
    public record Axis(String title, boolean logarithmic) {}

    /** Points of one color. */
    public record Series(String title, List<Point> points) {
        public Series {
            points = List.copyOf(points);
        }
    }

    /** The label may be empty. */
    public record Point(double x, double y, String label) {}

    public ScatterChart {
        series = List.copyOf(series);
        var all = series.stream().flatMap(each -> each.points().stream()).toList();
        boolean drawable = all.stream().allMatch(point -> isOn(across, point.x()) && isOn(up, point.y()));
        if (all.isEmpty() || !drawable) {
            throw new IllegalArgumentException(
                    "a scatter chart needs points of finite numbers, above 0 on logarithmic axes: " + title);
        }
    }

    private static boolean isOn(Axis axis, double value) {
        return Double.isFinite(value) && (value > 0 || !axis.logarithmic());
    }

    AxisRange xRange() {
        return AxisRange.of(points().mapToDouble(Point::x), across.logarithmic());
    }

    AxisRange yRange() {
        return AxisRange.of(points().mapToDouble(Point::y), up.logarithmic());
    }

    private Stream<Point> points() {
        return series.stream().flatMap(each -> each.points().stream());
    }

    @Override
    public List<String> text(int columns) {
        return ScatterText.lines(this, columns);
    }
}
