package dev.stoker.job.internal.report;

import dev.stoker.core.Task;
import dev.stoker.telemetry.chart.Chart;
import dev.stoker.telemetry.run.MetricsLine;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Draws the metrics of a run: loss, the metric of its task and learning rate over its steps. */
record LearningCurves(RunMetrics metrics, Task task) {
    Optional<Chart> loss() {
        return scores("Loss", "loss", "loss", 1, List.of());
    }

    /** With the step of the best validation. Training and validation have different metrics where one cannot be added up over steps. */
    Optional<Chart> metric() {
        return scores(metricTitle(), task.trainingField(), task.field(), factor(), best());
    }

    Optional<Chart> learningRate() {
        return chart(
                "Learning rate",
                "",
                List.of(line("learning rate", "step", each -> each.number("lr"), 1, false)),
                List.of());
    }

    /** Shares are shown in percent. */
    private double factor() {
        return task.hasShares() ? 100 : 1;
    }

    private String metricTitle() {
        return switch (task) {
            case CLASSIFICATION -> "Accuracy";
            case MULTI_LABEL, REGRESSION ->
                "%s of training, %s of validation".formatted(task.trainingMetric(), task.metric());
        };
    }

    /** Training within epochs is faint: it is a mean since the start of the epoch. */
    private Optional<Chart> scores(
            String title, String trained, String validated, double factor, List<Chart.Mark> marks) {
        return chart(
                title,
                factor == 1 ? "" : "%",
                List.of(
                        line(
                                "training within the epoch",
                                "step",
                                each -> each.number("train_" + trained),
                                factor,
                                true),
                        line("training", "epoch", each -> each.number("train_" + trained), factor, false),
                        validation(validated, factor)),
                marks);
    }

    private Chart.Line validation(String metric, double factor) {
        var lines = metrics.lines().stream()
                .filter(each -> each.kind().equals("epoch") || each.kind().equals("evaluation"))
                .toList();
        return line("validation", lines, each -> each.validation(metric), factor, false);
    }

    private Chart.Line line(
            String title, String kind, Function<MetricsLine, OptionalDouble> value, double factor, boolean faint) {
        return line(title, metrics.ofKind(kind).toList(), value, factor, faint);
    }

    private static Chart.Line line(
            String title,
            List<MetricsLine> lines,
            Function<MetricsLine, OptionalDouble> value,
            double factor,
            boolean faint) {
        var points = Sparse.of(lines).stream()
                .flatMap(each -> point(each, value.apply(each), factor).stream())
                .toList();
        return new Chart.Line(title, points, faint);
    }

    private static Optional<Chart.Point> point(MetricsLine line, OptionalDouble value, double factor) {
        return value.isPresent() && line.step() > 0 && line.step() < Long.MAX_VALUE
                ? Optional.of(new Chart.Point(line.step(), factor * value.getAsDouble()))
                : Optional.empty();
    }

    private static Optional<Chart> chart(String title, String unit, List<Chart.Line> lines, List<Chart.Mark> marks) {
        boolean drawn =
                lines.stream().anyMatch(line -> !line.faint() && !line.points().isEmpty());
        var shown = lines.stream().filter(line -> !line.points().isEmpty()).toList();
        return drawn
                ? Optional.of(new Chart(
                        title,
                        "",
                        "step",
                        Chart.LINEAR,
                        List.of(new Chart.Panel(unit, shown, OptionalDouble.empty())),
                        marks))
                : Optional.empty();
    }

    private List<Chart.Mark> best() {
        return validation(task.field(), 1).points().stream()
                .max(Comparator.comparingDouble((Chart.Point point) -> task.hasShares() ? point.y() : -point.y())
                        .thenComparing(Chart.Point::x, Comparator.reverseOrder()))
                .map(best -> new Chart.Mark(
                        best.x(),
                        "best validation: %s at step %,d".formatted(task.text(best.y()), (long) best.x()),
                        true))
                .stream()
                .toList();
    }
}
