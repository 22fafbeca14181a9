package dev.stoker.job.internal.run;

import dev.stoker.telemetry.chart.Chart;
import dev.stoker.telemetry.run.MetricsLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Draws the metrics of a run: loss, accuracy and learning rate over its steps. */
public final class LearningCurvesFile {
    /** More points than pixels make a file large and show nothing. */
    private static final int MOST_POINTS = 600;

    private final List<MetricsLine> metrics;

    private LearningCurvesFile(List<MetricsLine> metrics) {
        this.metrics = metrics;
    }

    /** Writes a page that needs nothing else; none for a run without metrics. */
    public static void write(Path file, List<MetricsLine> metrics, String title, String subtitle) {
        new LearningCurvesFile(metrics).chart(title, subtitle).ifPresent(chart -> chart.writeHtml(file));
    }

    private Optional<Chart> chart(String title, String subtitle) {
        var panels = new ArrayList<Chart.Panel>();
        scores("loss", "loss", 1).ifPresent(panels::add);
        scores("accuracy (%)", "accuracy", 100).ifPresent(panels::add);
        panel("learning rate", line("learning rate", "step", each -> each.number("lr"), 1, false))
                .ifPresent(panels::add);
        return panels.isEmpty()
                ? Optional.empty()
                : Optional.of(new Chart(title, subtitle, "step", Chart.LINEAR, panels, marks()));
    }

    /** Training within epochs is faint: it is a mean since the start of the epoch. */
    private Optional<Chart.Panel> scores(String title, String metric, double factor) {
        return panel(
                title,
                line("training within the epoch", "step", each -> each.number("train_" + metric), factor, true),
                line("training", "epoch", each -> each.number("train_" + metric), factor, false),
                validation(metric, factor));
    }

    private Chart.Line validation(String metric, double factor) {
        var points = metrics.stream()
                .filter(each -> each.kind().equals("epoch") || each.kind().equals("evaluation"))
                .flatMap(each -> point(each, each.validation(metric), factor).stream())
                .toList();
        return new Chart.Line("validation", sparse(points), false);
    }

    private Chart.Line line(
            String title, String kind, Function<MetricsLine, OptionalDouble> value, double factor, boolean faint) {
        var points = metrics.stream()
                .filter(each -> each.kind().equals(kind))
                .flatMap(each -> point(each, value.apply(each), factor).stream())
                .toList();
        return new Chart.Line(title, sparse(points), faint);
    }

    private static Optional<Chart.Point> point(MetricsLine line, OptionalDouble value, double factor) {
        return value.isPresent() && line.step() > 0 && line.step() < MetricsLine.NO_STEP
                ? Optional.of(new Chart.Point(line.step(), factor * value.getAsDouble()))
                : Optional.empty();
    }

    private static List<Chart.Point> sparse(List<Chart.Point> points) {
        int every = Math.ceilDiv(points.size(), MOST_POINTS);
        return every <= 1
                ? points
                : IntStream.range(0, points.size())
                        .filter(i -> i % every == 0 || i == points.size() - 1)
                        .mapToObj(points::get)
                        .toList();
    }

    private static Optional<Chart.Panel> panel(String title, Chart.Line... lines) {
        boolean drawn = List.of(lines).stream()
                .anyMatch(line -> !line.faint() && !line.points().isEmpty());
        return drawn ? Optional.of(new Chart.Panel(title, List.of(lines), OptionalDouble.empty())) : Optional.empty();
    }

    private List<Chart.Mark> marks() {
        return validation("accuracy", 100).points().stream()
                .max(Comparator.comparingDouble(Chart.Point::y)
                        .thenComparing(Chart.Point::x, Comparator.reverseOrder()))
                .map(best -> new Chart.Mark(
                        best.x(),
                        "best validation accuracy %.2f %% at step %,d".formatted(best.y(), (long) best.x()),
                        true))
                .stream()
                .toList();
    }
}
