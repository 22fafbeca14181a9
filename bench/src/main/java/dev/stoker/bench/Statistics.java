package dev.stoker.bench;

import java.util.List;

/** What measurements are summarized by. */
public final class Statistics {
    private Statistics() {}

    /** The upper median; 0 for no values. */
    public static double median(List<Double> values) {
        return values.isEmpty() ? 0 : values.stream().sorted().toList().get(values.size() / 2);
    }

    /** Two values between which something lies. */
    public record Interval(double low, double high) {}

    /** What has the median of the distribution with at least 95 % confidence, by order statistics; all values where they are few. */
    public static Interval medianInterval(List<Double> values) {
        var sorted = values.stream().sorted().toList();
        int outside = 0;
        double tail = Math.pow(0.5, values.size());
        double sum = tail;
        while (sum + tail * (values.size() - outside) / (outside + 1) <= 0.025) {
            tail = tail * (values.size() - outside) / (outside + 1);
            sum += tail;
            outside++;
        }
        return new Interval(sorted.get(outside), sorted.get(sorted.size() - 1 - outside));
    }
}
