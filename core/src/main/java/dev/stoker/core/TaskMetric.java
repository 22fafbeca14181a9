package dev.stoker.core;

import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/** A value of the metric by which the best weights of a run are selected, and runs of a task compared. */
public record TaskMetric(Task task, double value) {
    /** Metrics of different tasks do not compare, so those of a task are together. */
    public static final Comparator<TaskMetric> BEST_FIRST =
            Comparator.comparing(TaskMetric::task).thenComparing(TaskMetric::compareValues);

    private static int compareValues(TaskMetric one, TaskMetric other) {
        return one.isBetterThan(other) ? -1 : other.isBetterThan(one) ? 1 : 0;
    }

    /** The metric of the task that there is a number of, by {@link Task#field} of the metric. */
    public static Optional<TaskMetric> find(Function<String, OptionalDouble> numbers) {
        return Stream.of(Task.values())
                .flatMap(task -> numbers.apply(task.field()).stream().mapToObj(value -> new TaskMetric(task, value)))
                .findFirst();
    }

    /** Of the same task. */
    public boolean isBetterThan(TaskMetric other) {
        return task.isBetter(value, other.value);
    }

    public String name() {
        return task.metric();
    }

    /** The value, for people. */
    public String text() {
        return task.text(value);
    }
}
