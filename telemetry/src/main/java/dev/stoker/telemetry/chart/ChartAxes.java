package dev.stoker.telemetry.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** Maps values to positions in a panel, as shares of its width and height, and chooses ticks. */
final class ChartAxes {
    private static final int MAX_TICKS = 6;

    private final int base;
    private final double left;
    private final double right;

    /** Epochs and steps have no fractions. */
    private final boolean whole;

    ChartAxes(Chart chart) {
        base = chart.base();
        whole = xs(chart).allMatch(x -> x == Math.rint(x));
        left = scaled(xs(chart).min().orElseThrow());
        double end = scaled(xs(chart).max().orElseThrow());
        right = end > left ? end : left + 1;
    }

    private static DoubleStream xs(Chart chart) {
        return chart.panels().stream()
                .flatMap(panel -> panel.lines().stream())
                .flatMap(line -> line.points().stream())
                .mapToDouble(Chart.Point::x);
    }

    private double scaled(double x) {
        return base == Chart.LINEAR ? x : Math.log(x) / Math.log(base);
    }

    double across(double x) {
        return (scaled(x) - left) / (right - left);
    }

    /** Powers of the base; where they are too close, only every second, third … On a linear axis, round numbers. */
    List<Double> ticks(int most) {
        if (base == Chart.LINEAR) {
            var ticks = linearTicks(left, right, Math.max(2, most));
            return whole
                    ? ticks.stream().filter(tick -> tick == Math.rint(tick)).toList()
                    : ticks;
        }
        int first = (int) Math.ceil(left - 1e-9);
        int last = (int) Math.floor(right + 1e-9);
        int every = Math.max(1, Math.ceilDiv(last - first + 1, Math.max(1, most)));
        var ticks = new ArrayList<Double>();
        for (int power = first; power <= last; power += every) {
            ticks.add(Math.pow(base, power));
        }
        return ticks;
    }

    /** The range of a panel's vertical axis. */
    record Height(AxisRange range) {
        static Height of(Chart.Panel panel) {
            return new Height(
                    switch (panel.scale()) {
                        case PERCENT -> new AxisRange(0, 100, false);
                        case LOGARITHMIC -> AxisRange.of(ys(panel, false), true);
                        case LINEAR -> linear(panel);
                    });
        }

        private static AxisRange linear(Chart.Panel panel) {
            var shown = ys(panel, false).summaryStatistics();
            double high = Math.min(shown.getMax(), panel.highest().orElse(shown.getMax()));
            double lowest = Math.min(shown.getMin(), ys(panel, true).min().orElse(shown.getMin()));
            double margin = 0.06 * Math.max(high - lowest, 1e-9 + 0.02 * Math.abs(high));
            // A curve is easier to judge when 0 is visible, where it is near.
            double low = lowest >= 0 && lowest < high / 4 ? 0 : lowest - margin;
            return new AxisRange(low, high + margin, false);
        }

        private static DoubleStream ys(Chart.Panel panel, boolean faint) {
            return panel.lines().stream()
                    .filter(line -> line.faint() == faint)
                    .flatMap(line -> line.points().stream())
                    .mapToDouble(Chart.Point::y);
        }

        /** 0 at the bottom, 1 at the top; values beyond are clipped by the caller. */
        double up(double y) {
            return range.share(y);
        }

        /** The value at a height between 0 and 1. */
        double at(double share) {
            double scaled = range.low() + share * (range.high() - range.low());
            return range.logarithmic() ? Math.pow(10, scaled) : scaled;
        }

        List<Double> ticks() {
            return range.ticks(MAX_TICKS);
        }
    }

    /** Round numbers between two others. */
    static List<Double> linearTicks(double low, double high, int most) {
        double rough = (high - low) / (most - 1);
        double unit = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = DoubleStream.of(1, 2, 2.5, 5, 10)
                .map(factor -> factor * unit)
                .filter(each -> each >= rough * 0.999)
                .findFirst()
                .orElse(10 * unit);
        var ticks = new ArrayList<Double>();
        for (double at = Math.ceil(low / step) * step; at <= high; at += step) {
            ticks.add(Math.abs(at) < step * 1e-9 ? 0 : at);
        }
        return ticks;
    }

    /** A number in few characters: 0.05, 1e-5, 12.5k. */
    static String text(double value) {
        double size = Math.abs(value);
        if (size == 0) {
            return "0";
        }
        if (size < 1e-3) {
            return String.format(Locale.ROOT, "%.1e", value).replace(".0e", "e").replace("e-0", "e-");
        }
        if (size >= 1e6) {
            return plain(value / 1e6, 2) + "M";
        }
        return size >= 1e4 ? plain(value / 1e3, 1) + "k" : plain(value, size < 0.1 ? 4 : size < 10 ? 3 : 1);
    }

    private static String plain(double value, int digits) {
        String text = String.format(Locale.ROOT, "%." + digits + "f", value);
        return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    }
}
