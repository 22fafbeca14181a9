package dev.stoker.lab.comparison;

import dev.stoker.core.StokerException;
import dev.stoker.core.TaskMetric;
import dev.stoker.job.plan.PlanKey;
import dev.stoker.telemetry.run.MetricsLine;
import dev.stoker.telemetry.run.RecordedRun;
import dev.stoker.telemetry.run.RunState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the figures of a run from its folder; lines that a kill has cut are passed over. */
public final class RunFiguresReader {
    private final List<RunFigures.Epoch> epochs = new ArrayList<>();
    private final List<RunFigures.ValidationPoint> validation = new ArrayList<>();
    private final Map<String, @Nullable Object> known = new LinkedHashMap<>();
    private final List<TaskMetric> waiting = new ArrayList<>();
    private double before;

    private RunFiguresReader() {}

    /** The figures by what the folder holds. */
    public static RunFigures read(Path folder) {
        return read(folder, Map.of());
    }

    /** The same with a result that is known already. */
    public static RunFigures read(Path folder, Map<String, @Nullable Object> result) {
        var run = RecordedRun.of(folder);
        var reader = new RunFiguresReader();
        run.metrics().forEach(reader::add);
        reader.known.putAll(run.result());
        reader.known.putAll(result);
        var state = run.state();
        String problem = run.reason().orElse("");
        Map<String, String> plan = Map.of();
        try {
            plan = plan(run);
        } catch (StokerException damage) {
            state = RunState.DAMAGED;
            problem = String.valueOf(damage.getMessage());
        }
        return new RunFigures(folder, plan, state, problem, reader.epochs, reader.validation, reader.known);
    }

    private void add(MetricsLine line) {
        switch (line.kind()) {
            case "evaluation" -> line.validationMetric().ifPresent(waiting::add);
            case "epoch" -> addEpoch(line);
            case "out_of_memory" -> copy(line, "micro_batch");
            case "test" ->
                line.testMetric()
                        .ifPresent(metric -> copy(line, "test_" + metric.task().field()));
            default -> {
                // steps and other events
            }
        }
    }

    private void addEpoch(MetricsLine line) {
        line.validationMetric().ifPresent(waiting::add);
        double end = line.number("seconds").orElse(before);
        line.number("images_per_second").ifPresent(rate -> epochs.add(new RunFigures.Epoch(end - before, rate)));
        before = end;
        // Evaluations within an epoch have no time of their own: that of its end is the most that it can have been.
        double training = line.number("training_seconds").orElse(end);
        waiting.forEach(metric -> validation.add(new RunFigures.ValidationPoint(training, metric)));
        waiting.clear();
        copy(line, "peak_resident_bytes");
    }

    private void copy(MetricsLine line, String name) {
        line.number(name).ifPresent(value -> known.put(name, value));
    }

    /** A key that the run's version did not have was at its default. */
    private static Map<String, String> plan(RecordedRun run) {
        var texts = new LinkedHashMap<String, String>();
        PlanKey.all().forEach(key -> texts.put(key.name(), key.defaultText()));
        texts.putAll(run.plan());
        return texts;
    }
}
