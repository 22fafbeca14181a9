package dev.stoker.lab.comparison;

import dev.stoker.core.Task;
import dev.stoker.core.TaskMetric;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Groups of runs side by side. The first one is the baseline of speed-ups.
 *
 * @param title of the whole
 */
public record Comparison(String title, List<RunGroup> groups, Goal goal) {
    /** Keys that give a run more of something: speed-up by as much would be an efficiency of 1. */
    private static final Set<String> RESOURCES = Set.of("cores", "workers", "threads", "devices", "input-cpu");

    public Comparison {
        groups = List.copyOf(groups);
    }

    /** The task of the first run that tells; runs of other tasks have metrics that do not compare with its own. */
    Task task() {
        return groups.stream()
                .flatMap(group -> group.runs().stream())
                .flatMap(run -> run.task().stream())
                .findFirst()
                .orElse(Task.CLASSIFICATION);
    }

    /** The validation metric of a run of the task. */
    OptionalDouble validation(RunFigures run) {
        return value(run.validationMetric());
    }

    /** The same of the test split. */
    OptionalDouble test(RunFigures run) {
        return value(run.testMetric());
    }

    private OptionalDouble value(Optional<TaskMetric> metric) {
        return metric.filter(known -> known.task() == task()).stream()
                .mapToDouble(TaskMetric::value)
                .findFirst();
    }

    /** Throughput over that of the baseline. */
    OptionalDouble speedUp(RunGroup group) {
        var own = group.mean(RunFigures::imagesPerSecond);
        var base = groups.getFirst().mean(RunFigures::imagesPerSecond);
        return own.isPresent() && base.isPresent()
                ? OptionalDouble.of(own.getAsDouble() / base.getAsDouble())
                : OptionalDouble.empty();
    }

    /** Speed-up over the factor of resources; absent where no resource or several are varied. */
    OptionalDouble efficiency(RunGroup group) {
        var keys = group.values().keySet().stream().filter(RESOURCES::contains).toList();
        var speedUp = speedUp(group);
        if (keys.size() != 1 || speedUp.isEmpty()) {
            return OptionalDouble.empty();
        }
        double factor = number(group, keys.getFirst()) / number(groups.getFirst(), keys.getFirst());
        return factor > 0 ? OptionalDouble.of(speedUp.getAsDouble() / factor) : OptionalDouble.empty();
    }

    /** NaN for a word such as auto. */
    private static double number(RunGroup group, String key) {
        String text = group.values().getOrDefault(key, "");
        return text.matches("\\d{1,9}(\\.\\d{1,9})?") ? Double.parseDouble(text) : Double.NaN;
    }
}
