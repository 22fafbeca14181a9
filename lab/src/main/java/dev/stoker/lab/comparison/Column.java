package dev.stoker.lab.comparison;

import dev.stoker.core.Bytes;
import dev.stoker.core.Task;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** A figure in a table of runs; the order is that of the columns. */
enum Column {
    RUNS("runs", "runs", 9, (_, group) -> OptionalDouble.of(group.runs().size()), "%.0f"::formatted),
    EPOCH("epoch s", "epoch_seconds", 6, of(RunFigures::epochSeconds), Column::seconds),
    FIRST("1st s", "first_epoch_seconds", 7, of(RunFigures::firstEpochSeconds), Column::seconds),
    RATE("img/s", "images_per_second", 0, of(RunFigures::imagesPerSecond), "%,.0f"::formatted),
    DEVIATION("±", "images_per_second_deviation", 4, (_, group) -> group.rate().deviation(), "%,.0f"::formatted),
    GPU("GPU %", "gpu_utilization", 2, of(RunFigures::gpuUtilization), Column::wholePercent),
    CORES("CPU", "cpu_cores", 5, of(RunFigures::cpuCores), "%.1f"::formatted),
    ENERGY("J/img", "joules_per_image", 8, of(RunFigures::joulesPerImage), "%.3f"::formatted),
    MEMORY("memory", "peak_bytes", 8, of(RunFigures::peakBytes), Column::bytes),
    VALIDATION("val %", "validation_accuracy", 3, (all, group) -> group.mean(all::validation), Column::percent),
    TEST("test %", "test_accuracy", 5, (all, group) -> group.mean(all::test), Column::percent),
    SECONDS_TO("to goal", "seconds_to_target", 2, Column::secondsTo, Column::seconds),
    COST("cost", "cost_to_target", 2, Column::cost, "%.4f"::formatted),
    SPEED_UP("speed-up", "speed_up", 1, Comparison::speedUp, "%.2f"::formatted),
    EFFICIENCY("eff.", "efficiency", 1, Comparison::efficiency, "%.2f"::formatted);

    private static final String ABSENT = "–";

    private final String title;
    private final String key;
    /** Columns of a higher number are left out first where a table is too wide. */
    private final int rank;

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final BiFunction<Comparison, RunGroup, OptionalDouble> value;

    @SuppressWarnings("ImmutableEnumChecker")
    private final DoubleFunction<String> text;

    Column(
            String title,
            String key,
            int rank,
            BiFunction<Comparison, RunGroup, OptionalDouble> value,
            DoubleFunction<String> text) {
        this.title = title;
        this.key = key;
        this.rank = rank;
        this.value = value;
        this.text = text;
    }

    private static BiFunction<Comparison, RunGroup, OptionalDouble> of(Function<RunFigures, OptionalDouble> figure) {
        return (_, group) -> group.mean(figure);
    }

    /** Those that some row has a figure for. */
    static List<Column> known(Comparison comparison) {
        return Stream.of(values())
                .filter(column -> comparison.groups().stream()
                        .anyMatch(group -> column.value(comparison, group).isPresent()))
                .filter(column -> column != RUNS
                        || comparison.groups().stream()
                                .anyMatch(group -> group.runs().size() > 1))
                .toList();
    }

    String title(Comparison comparison) {
        if (isMetric() && comparison.task() != Task.CLASSIFICATION) {
            var task = comparison.task();
            return title.replace("%", task.metric() + (task.hasShares() ? " %" : ""));
        }
        return this == SECONDS_TO && comparison.goal().accuracy().isPresent()
                ? "s to %s %%"
                        .formatted(plain(100 * comparison.goal().accuracy().getAsDouble()))
                : title;
    }

    /** Columns of accuracy are those of the metric that the runs have instead. */
    private boolean isMetric() {
        return this == VALIDATION || this == TEST;
    }

    String key(Comparison comparison) {
        return isMetric() ? key.replace("accuracy", comparison.task().field()) : key;
    }

    int rank() {
        return rank;
    }

    OptionalDouble value(Comparison comparison, RunGroup group) {
        var number = value.apply(comparison, group);
        return number.isPresent() && Double.isFinite(number.getAsDouble()) ? number : OptionalDouble.empty();
    }

    String text(Comparison comparison, RunGroup group) {
        var number = value(comparison, group);
        if (number.isEmpty()) {
            return ABSENT;
        }
        return isMetric() && !comparison.task().hasShares()
                ? comparison.task().text(number.getAsDouble())
                : text.apply(number.getAsDouble());
    }

    private static OptionalDouble secondsTo(Comparison comparison, RunGroup group) {
        return group.meanOfAll(comparison.goal()::seconds);
    }

    private static OptionalDouble cost(Comparison comparison, RunGroup group) {
        return group.meanOfAll(comparison.goal()::cost);
    }

    private static String seconds(double seconds) {
        return (seconds < 10 ? "%.2f" : "%,.1f").formatted(seconds);
    }

    private static String percent(double share) {
        return "%.2f".formatted(100 * share);
    }

    private static String wholePercent(double share) {
        return "%.0f".formatted(100 * share);
    }

    private static String bytes(double count) {
        return new Bytes((long) count).toString();
    }

    private static String plain(double value) {
        return "%.2f".formatted(value).replaceFirst("\\.?0+$", "");
    }
}
