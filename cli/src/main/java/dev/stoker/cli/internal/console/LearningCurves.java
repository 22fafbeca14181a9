package dev.stoker.cli.internal.console;

import dev.stoker.core.Task;
import dev.stoker.telemetry.chart.Chart;
import dev.stoker.train.TrainingObserver.EpochReport;
import dev.stoker.train.evaluation.LossAndAccuracy;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Loss and the metric of the task over the epochs of a run, as two charts side by side. */
final class LearningCurves {
    private static final int FEWEST = 3;

    private record Epoch(int number, LossAndAccuracy score) {}

    private final List<Epoch> training = new ArrayList<>();
    private final List<Epoch> validation = new ArrayList<>();

    void add(EpochReport report) {
        if (isFinite(report.training())) {
            training.add(new Epoch(report.epoch() + 1, report.training()));
        }
        report.validation()
                .filter(each -> isFinite(each.score()))
                .ifPresent(each -> validation.add(new Epoch(report.epoch() + 1, each.score())));
    }

    private static boolean isFinite(LossAndAccuracy score) {
        return Double.isFinite(score.loss()) && Double.isFinite(score.accuracy());
    }

    /** None where there are too few evaluations for a curve. */
    List<String> lines(int columns, Task task) {
        if (validation.size() < FEWEST || training.size() < FEWEST) {
            return List.of();
        }
        int width = (columns - 1) / 2;
        var loss = chart("loss", LossAndAccuracy::loss).text(width);
        var accuracy = metric(task).text(width);
        var rows = IntStream.range(0, loss.size() - 1) // both have the same axis in the last line
                .mapToObj(row -> ("%-" + width + "s %s").formatted(loss.get(row), accuracy.get(row)))
                .map(String::stripTrailing);
        return Stream.concat(rows, Stream.of("          epochs: ━ training, ┅ validation"))
                .toList();
    }

    private Chart metric(Task task) {
        if (task.hasShares()) {
            return chart(task.metric() + " (%)", score -> 100 * score.accuracy());
        }
        return chart("%s, %s".formatted(task.trainingMetric(), task.metric()), LossAndAccuracy::accuracy);
    }

    private Chart chart(String title, ToDoubleFunction<LossAndAccuracy> value) {
        var lines = List.of(
                new Chart.Line("training", points(training, value), false),
                new Chart.Line("validation", points(validation, value), false));
        var panel = new Chart.Panel(title, lines, OptionalDouble.empty());
        return new Chart(title, "", "epoch", Chart.LINEAR, List.of(panel), List.of());
    }

    private static List<Chart.Point> points(List<Epoch> epochs, ToDoubleFunction<LossAndAccuracy> value) {
        return epochs.stream()
                .map(epoch -> new Chart.Point(epoch.number, value.applyAsDouble(epoch.score)))
                .toList();
    }
}
