package dev.stoker.core;

import java.util.Locale;

/** What a model says of a sample, and the metrics by which it is judged. */
public enum Task {
    /** One class for each sample. */
    CLASSIFICATION("classification", "accuracy", "accuracy"),
    /** Any number of classes for each sample. */
    MULTI_LABEL("multi-label", "mAP", "exact match"),
    /** One or several numbers for each sample. */
    REGRESSION("regression", "RMSE", "MAE");

    private final String title;
    private final String metric;
    private final String trainingMetric;

    Task(String title, String metric, String trainingMetric) {
        this.title = title;
        this.metric = metric;
        this.trainingMetric = trainingMetric;
    }

    /** As in files and on the screen. */
    public String title() {
        return title;
    }

    /** The metric of evaluations by which the best weights are selected. */
    public String metric() {
        return metric;
    }

    /** Whether metrics are shares, of which more is better; otherwise they are errors in units of the data, of which less is. */
    public boolean hasShares() {
        return this != REGRESSION;
    }

    /** Whether a value of the metric is better than another. */
    public boolean isBetter(double value, double other) {
        return hasShares() ? value > other : value < other;
    }

    /** A value of a metric, for people: percent of a share, or a number. */
    public String text(double value) {
        return hasShares() ? "%.2f %%".formatted(100 * value) : SignificantDigits.of(value);
    }

    /** The metric that steps add up. */
    public String trainingMetric() {
        return trainingMetric;
    }

    /** The name of the metric of evaluations in JSON, after a prefix such as {@code validation_}. */
    public String field() {
        return jsonName(metric);
    }

    /** The name of the metric of steps in JSON, after {@code train_}. */
    public String trainingField() {
        return jsonName(trainingMetric);
    }

    private static String jsonName(String name) {
        return name.toLowerCase(Locale.ROOT).replace(' ', '_');
    }
}
