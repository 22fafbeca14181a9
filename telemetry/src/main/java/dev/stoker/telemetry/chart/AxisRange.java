package dev.stoker.telemetry.chart;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The range of an axis and its ticks.
 *
 * @param low of a logarithmic axis, the logarithm to base 10
 */
record AxisRange(double low, double high, boolean logarithmic) {
    private static final double MARGIN = 0.06;

    /** A range that holds the values, with a margin; it begins at 0 where that is near. */
    static AxisRange of(DoubleStream values, boolean logarithmic) {
        var scaled =
                values.map(value -> logarithmic ? Math.log10(value) : value).summaryStatistics();
        return logarithmic ? around(scaled) : linear(scaled);
    }

    /** From 0, for bars. */
    static AxisRange fromZero(DoubleStream values) {
        double high = values.max().orElse(0);
        return new AxisRange(0, high > 0 ? high * (1 + MARGIN) : 1, false);
    }

    private static AxisRange linear(DoubleSummaryStatistics values) {
        var range = around(values);
        boolean nearZero = values.getMin() >= 0 && values.getMin() < values.getMax() / 4;
        return nearZero ? new AxisRange(0, range.high, false) : range.linear();
    }

    private static AxisRange around(DoubleSummaryStatistics values) {
        double size = Math.max(values.getMax() - values.getMin(), 1e-9 + 0.02 * Math.abs(values.getMax()));
        return new AxisRange(values.getMin() - MARGIN * size, values.getMax() + MARGIN * size, true);
    }

    private AxisRange linear() {
        return new AxisRange(low, high, false);
    }

    /** 0 at the low end, 1 at the high end. */
    double share(double value) {
        return ((logarithmic ? Math.log10(value) : value) - low) / (high - low);
    }

    /** Round numbers within the range; of a logarithmic one, 1, 2 and 5 times powers of ten, or the powers alone. */
    List<Double> ticks(int most) {
        if (!logarithmic) {
            return ChartAxes.linearTicks(low, high, Math.max(2, most));
        }
        var fine = powers(1, 2, 5);
        var coarse = fine.size() <= most ? fine : powers(1);
        int every = Math.max(1, Math.ceilDiv(coarse.size(), Math.max(1, most)));
        return IntStream.range(0, coarse.size())
                .filter(i -> i % every == 0)
                .mapToObj(coarse::get)
                .toList();
    }

    private List<Double> powers(int... factors) {
        var ticks = new ArrayList<Double>();
        for (int power = (int) Math.floor(low); power <= Math.ceil(high); power++) {
            for (int factor : factors) {
                double scaled = power + Math.log10(factor);
                if (scaled >= low && scaled <= high) {
                    ticks.add(factor * Math.pow(10, power));
                }
            }
        }
        return ticks;
    }
}
