package dev.stoker.telemetry.run;

import dev.stoker.core.TaskMetric;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The figures of a run that its metrics say so far: lines are added as they are written. */
public final class MetricsSummary {
    private long step;
    private int epochs;
    private Optional<TaskMetric> metric = Optional.empty();
    private OptionalDouble loss = OptionalDouble.empty();
    private Optional<TaskMetric> testMetric = Optional.empty();
    private OptionalDouble imagesPerSecond = OptionalDouble.empty();
    private OptionalDouble seconds = OptionalDouble.empty();

    public static MetricsSummary of(List<MetricsLine> lines) {
        var summary = new MetricsSummary();
        lines.forEach(summary::add);
        return summary;
    }

    public void add(MetricsLine line) {
        step = line.step() == MetricsLine.NO_STEP ? step : Math.max(step, line.step());
        switch (line.kind()) {
            case "epoch" -> {
                epochs = (int) line.number("epoch").orElse(epochs);
                imagesPerSecond = line.number("images_per_second");
                seconds = line.number("seconds");
                evaluated(line);
            }
            case "evaluation" -> evaluated(line);
            case "test" -> testMetric = line.testMetric().or(() -> testMetric);
            default -> {
                // steps and events have no figures of the whole run
            }
        }
    }

    private void evaluated(MetricsLine line) {
        line.validationMetric().ifPresent(value -> {
            if (metric.isEmpty() || value.isBetterThan(metric.get())) {
                metric = Optional.of(value);
            }
        });
        line.validation("loss").ifPresent(value -> loss = OptionalDouble.of(Math.min(value, loss.orElse(value))));
    }

    /** The last that a line names; 0 before the first. */
    public long step() {
        return step;
    }

    /** Those that are complete. */
    public int epochs() {
        return epochs;
    }

    /** The best on the validation split. */
    public Optional<TaskMetric> metric() {
        return metric;
    }

    /** The lowest on the validation split. */
    public OptionalDouble loss() {
        return loss;
    }

    /** Of the best weights on the test split. */
    public Optional<TaskMetric> testMetric() {
        return testMetric;
    }

    /** In the last epoch. */
    public OptionalDouble imagesPerSecond() {
        return imagesPerSecond;
    }

    /** Of training so far. */
    public OptionalDouble seconds() {
        return seconds;
    }
}
