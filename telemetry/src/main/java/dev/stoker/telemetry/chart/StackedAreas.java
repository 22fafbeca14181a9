package dev.stoker.telemetry.chart;

import java.util.List;

/** Shares of a whole over an axis, such as steps or seconds. */
public record StackedAreas(String title, String subtitle, String axis, List<String> shares, List<Column> columns)
        implements Drawing {

    /** The values at a position of the axis, at least 0; they are drawn as shares of their sum. */
    public record Column(double x, List<Double> values) {
        public Column {
            values = List.copyOf(values);
        }

        /** They add up to 1. */
        double share(int index) {
            return bar().share(index);
        }

        StackedBars.Bar bar() {
            return new StackedBars.Bar(ChartAxes.text(x), values);
        }
    }

    public StackedAreas {
        shares = List.copyOf(shares);
        columns = List.copyOf(columns);
        bars(title, shares, columns); // refuses what has no shares
        for (int i = 0; i < columns.size(); i++) {
            double x = columns.get(i).x();
            if (!Double.isFinite(x) || (i > 0 && !(x > columns.get(i - 1).x()))) {
                throw new IllegalArgumentException("stacked areas need columns in their order, got %s: %s"
                        .formatted(columns.stream().map(Column::x).toList(), title));
            }
        }
    }

    private static StackedBars bars(String title, List<String> shares, List<Column> columns) {
        return new StackedBars(
                title, "", shares, columns.stream().map(Column::bar).toList());
    }

    boolean isShown(int share) {
        return bars(title, shares, columns).isShown(share);
    }

    AxisRange range() {
        double low = columns.getFirst().x();
        double high = columns.getLast().x();
        return new AxisRange(low, high > low ? high : low + 1, false);
    }

    @Override
    public List<String> text(int width) {
        return StackedText.lines(this, width);
    }
}
