package dev.stoker.telemetry.run;

import dev.stoker.core.TaskMetric;
import dev.stoker.telemetry.log.JsonReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * One line of metrics.jsonl or utilization.jsonl. It keeps the text, which is a tenth of the size of its fields, and looks
 * numbers up in it.
 *
 * @param kind such as step, epoch, evaluation, test; "sample" where the line names none
 * @param step {@link #NO_STEP} where the line names none
 */
public record MetricsLine(String kind, long step, String text) {
    /** Later than any step, since a line without one says nothing about when it was written. */
    public static final long NO_STEP = Long.MAX_VALUE;

    private static final String LINE_WITHOUT_KIND = "sample";
    private static final int LONGEST_NUMBER = 40;

    /** Empty where the text is not a JSON object, or one without fields. */
    static Optional<MetricsLine> of(String text) {
        try {
            var fields = JsonReader.read(text);
            return fields.isEmpty() ? Optional.empty() : Optional.of(of(text, fields));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static MetricsLine of(String text, Map<String, @Nullable Object> fields) {
        return new MetricsLine(
                fields.get("kind") instanceof String kind ? kind.intern() : LINE_WITHOUT_KIND,
                fields.get("step") instanceof Long step && step >= 0 ? step : NO_STEP,
                text);
    }

    /** Empty where there is no such field, or where it was NaN or infinite, which JSON cannot say. */
    public OptionalDouble number(String name) {
        // within a string the quotes are escaped, so this finds names only
        int at = text.indexOf("\"" + name + "\":");
        return at < 0 ? OptionalDouble.empty() : numberAt(at + name.length() + 3);
    }

    private OptionalDouble numberAt(int start) {
        int end = start;
        while (end < text.length() && end - start < LONGEST_NUMBER && isOfNumber(text.charAt(end))) {
            end++;
        }
        try {
            return OptionalDouble.of(Double.parseDouble(text.substring(start, end)));
        } catch (NumberFormatException _) {
            return OptionalDouble.empty(); // text, a list or null
        }
    }

    private static boolean isOfNumber(char letter) {
        return (letter >= '0' && letter <= '9') || "+-.eE".indexOf(letter) >= 0;
    }

    /** A metric of the validation split, such as loss. Runs from before there were three splits called it test. */
    public OptionalDouble validation(String metric) {
        var value = number("validation_" + metric);
        return value.isPresent() || kind.equals("test") ? value : number("test_" + metric);
    }

    /** The metric of the validation split by which the run selects its weights. */
    public Optional<TaskMetric> validationMetric() {
        return TaskMetric.find(this::validation);
    }

    /** The same of the test split. */
    public Optional<TaskMetric> testMetric() {
        return TaskMetric.find(metric -> number("test_" + metric));
    }

    /** A share of the time breakdown, such as input, copy or compute; two of them had other names before. */
    public OptionalDouble share(String name) {
        var value = number(name + "_share");
        return value.isPresent() ? value : number(nameBefore(name) + "_share");
    }

    private static String nameBefore(String name) {
        return switch (name) {
            case "copy" -> "copying";
            case "compute" -> "computing";
            default -> name;
        };
    }

    /** A list of numbers, such as one for each rank; empty where there is none. */
    public List<Double> numbers(String name) {
        return fields().get(name) instanceof List<?> values
                ? values.stream()
                        .filter(Number.class::isInstance)
                        .map(value -> ((Number) value).doubleValue())
                        .toList()
                : List.of();
    }

    /** All fields, in their order. */
    public Map<String, @Nullable Object> fields() {
        return JsonReader.read(text);
    }
}
