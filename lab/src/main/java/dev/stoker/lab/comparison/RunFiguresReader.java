package dev.stoker.lab.comparison;

import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.data.yaml.YamlReader;
import dev.stoker.data.yaml.YamlWriter;
import dev.stoker.job.RunSummary;
import dev.stoker.job.plan.PlanKey;
import dev.stoker.telemetry.log.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Reads the figures of a run from its folder; lines that a kill has cut are passed over. */
public final class RunFiguresReader {
    private final List<RunFigures.Epoch> epochs = new ArrayList<>();
    private final List<RunFigures.ValidationPoint> validation = new ArrayList<>();
    private final List<Double> waiting = new ArrayList<>();
    private double before;

    private RunFiguresReader() {}

    /** The figures by what the folder holds. */
    public static RunFigures read(Path folder) {
        return read(folder, object(text(folder.resolve("result.json"))));
    }

    /** The same with a result that is known already. */
    public static RunFigures read(Path folder, Map<String, @Nullable Object> result) {
        var reader = new RunFiguresReader();
        var known = new LinkedHashMap<String, @Nullable Object>();
        for (String line : text(folder.resolve("metrics.jsonl")).lines().toList()) {
            reader.add(object(line), known);
        }
        known.putAll(result);
        var summary = RunSummary.of(folder);
        return new RunFigures(
                folder,
                plan(folder),
                summary.state(),
                summary.problem().orElse(""),
                reader.epochs,
                reader.validation,
                known);
    }

    private void add(Map<String, @Nullable Object> line, Map<String, @Nullable Object> known) {
        switch (String.valueOf(line.get("kind"))) {
            case "evaluation" -> number(line, "validation_accuracy").ifPresent(waiting::add);
            case "epoch" -> addEpoch(line, known);
            case "out_of_memory" -> copy(line, known, "micro_batch");
            case "test" -> known.putAll(line);
            default -> {
                // steps and events
            }
        }
    }

    private void addEpoch(Map<String, @Nullable Object> line, Map<String, @Nullable Object> known) {
        number(line, "validation_accuracy").ifPresent(waiting::add);
        double end = number(line, "seconds").orElse(before);
        var rate = number(line, "images_per_second");
        if (rate.isPresent()) {
            epochs.add(new RunFigures.Epoch(end - before, rate.getAsDouble()));
        }
        before = end;
        // Evaluations within an epoch have no time of their own: that of its end is the most that it can have been.
        double training = number(line, "training_seconds").orElse(end);
        waiting.forEach(accuracy -> validation.add(new RunFigures.ValidationPoint(training, accuracy)));
        waiting.clear();
        copy(line, known, "peak_resident_bytes");
    }

    private static void copy(Map<String, @Nullable Object> from, Map<String, @Nullable Object> to, String name) {
        if (from.get(name) != null) {
            to.put(name, from.get(name));
        }
    }

    private static OptionalDouble number(Map<String, @Nullable Object> fields, String name) {
        return fields.get(name) instanceof Number number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }

    /** Empty where it is none. */
    private static Map<String, @Nullable Object> object(String text) {
        try {
            return text.isBlank() ? Map.of() : JsonReader.read(text);
        } catch (IllegalArgumentException _) {
            return Map.of();
        }
    }

    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (NoSuchFileException _) {
            return "";
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }

    /** As text, since the keys of another version may be others; a key that it does not have was at its default. */
    private static Map<String, String> plan(Path folder) {
        var texts = new LinkedHashMap<String, String>();
        PlanKey.all().forEach(key -> texts.put(key.name(), key.defaultText()));
        try {
            YamlReader.readMapping(folder.resolve("plan.yaml"), "plan")
                    .entries()
                    .forEach((key, value) -> texts.put(key, text(value)));
        } catch (StokerException _) {
            return Map.of(); // the state of the run says that it is damaged
        }
        return texts;
    }

    private static String text(ConfigNode value) {
        return value instanceof ConfigNode.Scalar(String text, int _)
                ? text
                : Objects.requireNonNull(YamlWriter.line(value));
    }
}
