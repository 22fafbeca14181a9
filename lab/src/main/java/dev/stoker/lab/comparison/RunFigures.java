package dev.stoker.lab.comparison;

import dev.stoker.core.Task;
import dev.stoker.core.TaskMetric;
import dev.stoker.telemetry.run.RunState;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a run has measured. What its version did not write is absent.
 *
 * @param folder of the run
 * @param plan its keys and values as they were settled
 * @param state whether it finished
 * @param problem why it did not; empty where there is nothing to say
 * @param epochs those that are complete
 * @param validation the evaluations on the validation split, in order
 * @param result the fields of its result; none for a run that did not finish
 */
public record RunFigures(
        Path folder,
        Map<String, String> plan,
        RunState state,
        String problem,
        List<Epoch> epochs,
        List<ValidationPoint> validation,
        Map<String, @Nullable Object> result) {
    /** A complete epoch: its length with evaluation and checkpoint, and the throughput of its steps. */
    public record Epoch(double seconds, double imagesPerSecond) {}

    /** The metric of an evaluation, and the training time until then. */
    public record ValidationPoint(double seconds, TaskMetric metric) {}

    public RunFigures {
        epochs = List.copyOf(epochs);
        validation = List.copyOf(validation);
    }

    public boolean isFinished() {
        return state == RunState.FINISHED;
    }

    /** What a reader of its figures should know; mostly nothing. */
    public Optional<String> note() {
        return number("micro_batch").isPresent()
                ? Optional.of("ran out of memory, and went on in micro-batches of %,.0f images"
                        .formatted(number("micro_batch").getAsDouble()))
                : Optional.empty();
    }

    /** With start-up, warm-up, and a pipeline that is still being tuned. */
    public OptionalDouble firstEpochSeconds() {
        return epochs.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(epochs.getFirst().seconds());
    }

    /** The median of the epochs after the first; absent where there are none. */
    public OptionalDouble epochSeconds() {
        return Spread.median(epochs.stream().skip(1).mapToDouble(Epoch::seconds).toArray());
    }

    /** The throughput of each epoch after the first, or of the only one, or of the whole run. */
    public double[] rates() {
        double[] epochRates = epochs.stream()
                .skip(epochs.size() > 1 ? 1 : 0)
                .mapToDouble(Epoch::imagesPerSecond)
                .toArray();
        return epochRates.length > 0
                ? epochRates
                : number("images_per_second").stream().toArray();
    }

    public OptionalDouble imagesPerSecond() {
        return Spread.median(rates());
    }

    /** Of the GPU, as a share. */
    public OptionalDouble gpuUtilization() {
        return number("gpu_utilization_median");
    }

    /** Cores in use. */
    public OptionalDouble cpuCores() {
        return number("cpu_cores_median");
    }

    public OptionalDouble joulesPerImage() {
        return number("energy_joules_per_image");
    }

    /** Of the device where it was measured, else of the process. */
    public OptionalDouble peakBytes() {
        return first("gpu_peak_memory_bytes", "peak_memory_bytes", "peak_resident_bytes");
    }

    /** The best on the validation split. */
    public Optional<TaskMetric> validationMetric() {
        return TaskMetric.find(field -> number("best_validation_" + field))
                .or(() -> validation.stream().map(ValidationPoint::metric).min(TaskMetric.BEST_FIRST));
    }

    /** Of the best weights on the test split. */
    public Optional<TaskMetric> testMetric() {
        return TaskMetric.find(field -> number("test_" + field));
    }

    /** The task of the model, where an evaluation tells. */
    public Optional<Task> task() {
        return testMetric().or(this::validationMetric).map(TaskMetric::task);
    }

    /** Training time until the metric was first this good; absent where it never was. */
    public OptionalDouble secondsTo(double target) {
        return validation.stream()
                .filter(point ->
                        !point.metric().task().isBetter(target, point.metric().value()))
                .min(Comparator.comparingDouble(ValidationPoint::seconds))
                .map(point -> OptionalDouble.of(point.seconds()))
                .orElse(OptionalDouble.empty());
    }

    /** The number of test images; 0 where it is not known, as where an image may be of several classes. */
    public long testImages() {
        return task().equals(Optional.of(Task.CLASSIFICATION)) && result.get("per_class") instanceof List<?> classes
                ? classes.stream()
                        .mapToLong(each -> each instanceof Map<?, ?> row && row.get("images") instanceof Number count
                                ? count.longValue()
                                : 0)
                        .sum()
                : 0;
    }

    private OptionalDouble first(String... names) {
        return Stream.of(names).flatMapToDouble(name -> number(name).stream()).findFirst();
    }

    private OptionalDouble number(String name) {
        return result.get(name) instanceof Number number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }
}
