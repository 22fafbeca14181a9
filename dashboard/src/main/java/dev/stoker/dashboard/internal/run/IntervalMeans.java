package dev.stoker.dashboard.internal.run;

import java.util.HashMap;
import java.util.Map;

/**
 * The mean of each metric since the line before. Lines of steps hold means since the epoch began, which hide what happens
 * late in an epoch and jump where the next begins. After a resumption in the middle of an epoch a mean may have begun
 * anywhere: what would be impossible then is left as it was logged.
 */
final class IntervalMeans {
    /** The steps of an epoch, and the sum over them. */
    private record Sum(double steps, double sum) {}

    private final Map<String, Sum> sums = new HashMap<>();
    private double start;

    /** An epoch begins after this step. */
    void begin(double step) {
        start = step;
        sums.clear();
    }

    /** Of a metric that is averaged over steps. */
    double since(String name, double step, double mean, double highest) {
        double interval = interval(name, step, mean);
        return interval >= 0 && interval <= highest ? interval : mean;
    }

    /** Of a rate, of which the inverse is averaged: the time of a step. */
    double rateSince(String name, double step, double rate) {
        double inverse = interval(name, step, 1 / rate);
        return inverse > 0 && Double.isFinite(inverse) ? 1 / inverse : rate;
    }

    private double interval(String name, double step, double mean) {
        var now = new Sum(step - start, (step - start) * mean);
        var before = sums.put(name, now);
        return before == null || now.steps <= before.steps ? mean : (now.sum - before.sum) / (now.steps - before.steps);
    }
}
