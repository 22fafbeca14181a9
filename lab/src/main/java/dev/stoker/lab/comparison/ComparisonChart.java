package dev.stoker.lab.comparison;

import dev.stoker.telemetry.chart.BarChart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/** The figures of a comparison that say most, as bars. */
final class ComparisonChart {
    private ComparisonChart() {}

    /** Throughput first; those that no run knows are left out. */
    static List<BarChart> of(Comparison comparison) {
        return Stream.of(
                        throughput(comparison),
                        bars(
                                comparison,
                                comparison.task().metric(),
                                "%",
                                List.of("validation", "test"),
                                List.of(percent(comparison::validation), percent(comparison::test))),
                        bars(
                                comparison,
                                "GPU utilization",
                                "%",
                                List.of("median"),
                                List.of(percent(RunFigures::gpuUtilization))),
                        bars(
                                comparison,
                                "time of an epoch",
                                "s",
                                List.of("first", "later"),
                                List.of(mean(RunFigures::firstEpochSeconds), mean(RunFigures::epochSeconds))),
                        bars(
                                comparison,
                                "peak memory",
                                "MiB",
                                List.of("peak"),
                                List.of(scaled(RunFigures::peakBytes, 1.0 / (1 << 20)))))
                .flatMap(Optional::stream)
                .toList();
    }

    static Optional<BarChart> throughput(Comparison comparison) {
        return bars(
                comparison, "throughput", "images/s", List.of("images/s"), List.of(mean(RunFigures::imagesPerSecond)));
    }

    /** A series is left out where no row has it. */
    private static Optional<BarChart> bars(
            Comparison comparison,
            String title,
            String unit,
            List<String> names,
            List<Function<RunGroup, OptionalDouble>> values) {
        var shownNames = new ArrayList<String>();
        var shown = new ArrayList<Function<RunGroup, OptionalDouble>>();
        for (int i = 0; i < names.size(); i++) {
            if (comparison.groups().stream().map(values.get(i)).anyMatch(OptionalDouble::isPresent)) {
                shownNames.add(names.get(i));
                shown.add(values.get(i));
            }
        }
        var groups = comparison.groups().stream()
                .map(group -> new BarChart.Group(
                        String.join(" ", group.values().values()),
                        shown.stream()
                                .map(value -> value.apply(group).orElse(Double.NaN))
                                .toList()))
                .toList();
        return shown.isEmpty()
                ? Optional.empty()
                : Optional.of(new BarChart(title, subtitle(comparison), unit, shownNames, groups));
    }

    /** What the values below the bars are values of. */
    private static String subtitle(Comparison comparison) {
        return "%s, by %s"
                .formatted(
                        comparison.title(),
                        String.join(" ", comparison.groups().getFirst().values().keySet()));
    }

    private static Function<RunGroup, OptionalDouble> mean(Function<RunFigures, OptionalDouble> figure) {
        return group -> group.mean(figure);
    }

    private static Function<RunGroup, OptionalDouble> percent(Function<RunFigures, OptionalDouble> figure) {
        return scaled(figure, 100);
    }

    private static Function<RunGroup, OptionalDouble> scaled(
            Function<RunFigures, OptionalDouble> figure, double factor) {
        return group -> group.mean(figure).stream().map(value -> factor * value).findFirst();
    }
}
