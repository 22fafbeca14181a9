package dev.stoker.telemetry.chart;

import java.util.List;

/** Shares of a whole as bars from left to right, one below another: of runs, of epochs, of machines. */
public record StackedBars(String title, String subtitle, List<String> shares, List<Bar> bars) implements Drawing {
    /** The values are at least 0 and are drawn as shares of their sum. */
    public record Bar(String title, List<Double> values) {
        public Bar {
            values = List.copyOf(values);
        }

        private boolean isDrawable(int shares) {
            return values.size() == shares
                    && values.stream().allMatch(value -> value >= 0 && Double.isFinite(value))
                    && sum() > 0;
        }

        private double sum() {
            return values.stream().mapToDouble(Double::doubleValue).sum();
        }

        /** They add up to 1. */
        double share(int index) {
            return values.get(index) / sum();
        }
    }

    public StackedBars {
        shares = List.copyOf(shares);
        bars = List.copyOf(bars);
        int number = shares.size();
        if (shares.isEmpty() || bars.isEmpty() || !bars.stream().allMatch(bar -> bar.isDrawable(number))) {
            throw new IllegalArgumentException(
                    "stacked bars need a finite number of at least 0 for each share, and not only zeros: " + title);
        }
    }

    /** Shares that no bar has; a legend that names them would be longer than it needs to be. */
    boolean isShown(int share) {
        return bars.stream().anyMatch(bar -> bar.share(share) >= 0.0005);
    }

    @Override
    public List<String> text(int columns) {
        return StackedText.lines(this, columns);
    }
}
