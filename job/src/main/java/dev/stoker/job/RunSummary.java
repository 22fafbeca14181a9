package dev.stoker.job;

import dev.stoker.core.StokerException;
import dev.stoker.core.TaskMetric;
import dev.stoker.telemetry.run.MetricsSummary;
import dev.stoker.telemetry.run.RecordedRun;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the folder of a run says about it, also while it runs, and where files are damaged.
 *
 * @param model its name, or "layers" where the plan holds them
 * @param epochs that are complete
 * @param plannedEpochs 0 where the plan cannot be read
 * @param metric the best accuracy, or other metric of the task, on the validation split
 * @param loss the lowest on the validation split
 * @param testMetric of the best weights on the test split
 * @param imagesPerSecond in the last epoch
 * @param seconds of training so far
 * @param problem why the run failed, or what is wrong with its files
 */
public record RunSummary(
        Path folder,
        String model,
        String data,
        int epochs,
        int plannedEpochs,
        Optional<TaskMetric> metric,
        OptionalDouble loss,
        Optional<TaskMetric> testMetric,
        OptionalDouble imagesPerSecond,
        OptionalDouble seconds,
        LocalDateTime started,
        State state,
        Optional<String> problem) {

    /** What became of a run. */
    public enum State {
        RUNNING,
        FINISHED,
        /** On request, or by a kill: it can be resumed. */
        STOPPED,
        FAILED,
        /** Its plan or its metrics cannot be read. */
        DAMAGED;

        /** As in files and on the screen. */
        public String title() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final String UNKNOWN = "–";

    /** Never fails: what is wrong is part of the summary. */
    public static RunSummary of(Path folder) {
        try {
            return read(folder);
        } catch (StokerException wrong) {
            return new RunSummary(
                    folder,
                    UNKNOWN,
                    UNKNOWN,
                    0,
                    0,
                    Optional.empty(),
                    OptionalDouble.empty(),
                    Optional.empty(),
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    RecordedRun.of(folder).started(),
                    State.DAMAGED,
                    Optional.of(String.valueOf(wrong.getMessage())));
        }
    }

    private static RunSummary read(Path folder) {
        var run = RecordedRun.of(folder);
        var plan = run.plan();
        var metrics = new MetricsSummary();
        run.metrics().forEach(metrics::add);
        return new RunSummary(
                folder,
                model(plan.getOrDefault("model", "")),
                shortened(plan.getOrDefault("data", UNKNOWN)),
                metrics.epochs(),
                whole(plan.getOrDefault("epochs", "0")),
                metrics.metric(),
                metrics.loss(),
                metrics.testMetric(),
                metrics.imagesPerSecond(),
                metrics.seconds(),
                run.started(),
                State.valueOf(run.state().name()),
                run.reason());
    }

    private static String model(String text) {
        return text.isEmpty() || text.startsWith("[") ? "layers" : text;
    }

    private static int whole(String text) {
        return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    }

    /** The name of a folder, without where it is. */
    private static String shortened(String data) {
        return data.replaceFirst("/+$", "").replaceFirst(".*/", "");
    }

    /** The name of the folder. */
    public String name() {
        return Objects.requireNonNull(folder.getFileName(), "a run has a name").toString();
    }

    /** The fields under their names in JSON; without those that are not known. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("run", folder.toString());
        fields.put("state", state.title());
        fields.put("started", started.toString());
        fields.put("model", model);
        fields.put("data", data);
        fields.put("epochs", epochs);
        fields.put("planned_epochs", plannedEpochs);
        metric.ifPresent(best -> fields.put("best_validation_" + best.task().field(), best.value()));
        loss.ifPresent(value -> fields.put("best_validation_loss", value));
        testMetric.ifPresent(test -> fields.put("test_" + test.task().field(), test.value()));
        imagesPerSecond.ifPresent(value -> fields.put("images_per_second", value));
        seconds.ifPresent(value -> fields.put("seconds", value));
        problem.ifPresent(text -> fields.put("problem", text));
        return fields;
    }
}
