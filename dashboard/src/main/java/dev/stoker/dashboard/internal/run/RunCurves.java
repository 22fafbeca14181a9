package dev.stoker.dashboard.internal.run;

import dev.stoker.telemetry.run.MetricsLine;
import dev.stoker.telemetry.run.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of a run as series. Lines of steps name no time, so it follows from their throughput, which is the mean since
 * the epoch began, and from the ends of epochs, which name one.
 */
final class RunCurves {
    private static final int MOST_EPOCHS = 10_000;
    private static final List<String> SHARES =
            List.of("input", "copy", "compute", "communication", "evaluation", "checkpoint", "other");

    private final Map<String, Series> series = new LinkedHashMap<>();
    private final List<Map<String, @Nullable Object>> epochs = new ArrayList<>();
    private final List<Map<String, @Nullable Object>> events = new ArrayList<>();
    private final IntervalMeans means = new IntervalMeans();
    private final double batch;
    private double step;
    private double seconds;
    private double epochStep;
    private double epochSeconds;

    /** @param batch images per step, 0 where that is not known */
    RunCurves(double batch) {
        this.batch = batch;
    }

    Map<String, Series> series() {
        return series;
    }

    /** The lines of epochs, without what is long. */
    List<Map<String, @Nullable Object>> epochs() {
        return epochs;
    }

    /** What happened besides steps: warm-ups, memory that ran out, damaged checkpoints, phases. */
    List<Map<String, @Nullable Object>> events() {
        return events;
    }

    void add(MetricsLine line) {
        switch (line.kind()) {
            case "step" -> stepped(line);
            case "epoch" -> epochFinished(line);
            case "evaluation" -> evaluated(line);
            default -> event(line);
        }
    }

    private void stepped(MetricsLine line) {
        advance(line);
        line.number("train_loss")
                .ifPresent(mean -> put("loss.train", means.since("loss", step, mean, Double.MAX_VALUE)));
        line.number("train_accuracy").ifPresent(mean -> put("metric.train", means.since("accuracy", step, mean, 1)));
        put("lr", line.number("lr"));
        line.number("images_per_second")
                .ifPresent(rate -> put("images_per_second", means.rateSince("rate", step, rate)));
        SHARES.forEach(share -> put("share." + share, line.share(share)));
    }

    private void advance(MetricsLine line) {
        double now = line.step() == MetricsLine.NO_STEP ? step : line.step();
        var named = line.number("seconds");
        double rate = line.number("images_per_second").orElse(0);
        if (named.isPresent()) {
            seconds = Math.max(seconds, named.getAsDouble());
        } else if (rate > 0 && now > epochStep) {
            seconds = Math.max(seconds, epochSeconds + (now - epochStep) * batch / rate);
        }
        step = now;
    }

    private void epochFinished(MetricsLine line) {
        step = line.step() == MetricsLine.NO_STEP ? step : line.step();
        epochStep = step;
        means.begin(step);
        epochSeconds = line.number("seconds").orElse(seconds);
        seconds = Math.max(seconds, epochSeconds);
        evaluated(line);
        if (epochs.size() < MOST_EPOCHS) {
            epochs.add(epoch(line));
        }
    }

    private static Map<String, @Nullable Object> epoch(MetricsLine line) {
        var fields = new LinkedHashMap<String, @Nullable Object>(line.fields());
        fields.values().removeIf(value -> value instanceof List<?> || value instanceof Map<?, ?>);
        for (String share : SHARES) {
            line.share(share).ifPresent(value -> fields.put(share + "_share", value));
        }
        return fields;
    }

    private void evaluated(MetricsLine line) {
        step = line.step() == MetricsLine.NO_STEP ? step : line.step();
        put("loss.validation", line.validation("loss"));
        line.validationMetric().ifPresent(metric -> put("metric.validation", metric.value()));
    }

    private void event(MetricsLine line) {
        if (events.size() < MOST_EPOCHS) {
            events.add(line.fields());
        }
    }

    private void put(String name, OptionalDouble value) {
        value.ifPresent(number -> put(name, number));
    }

    private void put(String name, double value) {
        if (Double.isFinite(value)) {
            series.computeIfAbsent(name, _ -> new Series())
                    .add(step, batch > 0 || seconds > 0 ? seconds : Double.NaN, value);
        }
    }
}
