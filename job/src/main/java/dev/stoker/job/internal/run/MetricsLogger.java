package dev.stoker.job.internal.run;

import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.data.StageStatistics;
import dev.stoker.telemetry.chart.PngImage;
import dev.stoker.telemetry.hardware.ProcessUsage;
import dev.stoker.telemetry.log.JsonLines;
import dev.stoker.telemetry.log.TensorBoardWriter;
import dev.stoker.train.DamagedCheckpoint;
import dev.stoker.train.Trainer;
import dev.stoker.train.TrainingObserver;
import dev.stoker.train.TrainingProgress;
import dev.stoker.train.evaluation.CorruptImages;
import dev.stoker.train.evaluation.Evaluation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Writes the metrics of a run into its folder: metrics.jsonl and TensorBoard events. */
public final class MetricsLogger implements TrainingObserver, AutoCloseable {
    private static final Pattern STEP = Pattern.compile("\"step\":(\\d{1,18})\\b");

    private static final Pattern AFTER_EVALUATION = Pattern.compile("\"kind\":\"(evaluation|epoch|phase)\"");

    private final JsonLines metrics;
    private final TensorBoardWriter events;
    private final Task task;
    private Optional<WeightHistograms> histograms = Optional.empty();

    private MetricsLogger(Task task, JsonLines metrics, TensorBoardWriter events) {
        this.task = task;
        this.metrics = metrics;
        this.events = events;
    }

    /** Opens the log at {@code resumed}; what a killed run wrote after that point is dropped, since those steps are repeated. */
    public static MetricsLogger open(RunFolder run, Task task, TrainingProgress resumed) {
        JsonLines.keepWhile(run.metrics(), line -> isBefore(line, resumed));
        var metrics = JsonLines.append(run.metrics());
        try {
            return new MetricsLogger(
                    task, metrics, TensorBoardWriter.open(run.path(), resumed.step() == 0 ? 0 : resumed.step() + 1));
        } catch (RuntimeException failure) {
            metrics.close();
            throw failure;
        }
    }

    /** A run that was stopped in an evaluation repeats it, and ends the epoch or phase after it once more. */
    private static boolean isBefore(String line, TrainingProgress resumed) {
        long step = stepOf(line);
        boolean repeated = resumed.batch() > 0
                && !resumed.isEvaluated()
                && AFTER_EVALUATION.matcher(line).find();
        return step < resumed.step() || (step == resumed.step() && !repeated);
    }

    static long stepOf(String line) {
        var matcher = STEP.matcher(line);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : Long.MAX_VALUE;
    }

    /** Something that a person decided, at the step where the run continues. */
    public void decided(String kind, TrainingProgress at, String key, Object value) {
        var fields = fields(kind, at.step(), at.epoch());
        fields.put(key, value);
        metrics.write(fields);
    }

    /** Values for TensorBoard alone. */
    void scalars(long step, Map<String, Double> values) {
        events.scalars(step, values);
    }

    /** The plan of the run as text of the events. */
    public void plan(TrainingProgress at, Path file) {
        try {
            String indented = Files.readString(file).replaceAll("(?m)^", "    "); // so that Markdown leaves it alone
            events.text("plan", at.step(), indented);
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }

    /** From now on the events have histograms of this trainer's weights and gradients after each epoch. */
    public void observe(Trainer trainer) {
        histograms = Optional.of(new WeightHistograms(trainer, events));
    }

    /** An image of the events. */
    public void image(String tag, long step, PngImage image) {
        events.image(tag, step, image.width(), image.height(), image.file());
    }

    @Override
    public void stepped(StepReport report) {
        var fields = fields("step", report.step(), report.epoch());
        fields.put("train_loss", report.score().loss());
        fields.put("train_" + task.trainingField(), report.score().accuracy());
        fields.put("lr", report.rate());
        fields.put("images_per_second", report.imagesPerSecond());
        fields.putAll(TimeBreakdownFields.of(report.time()));
        fields.putAll(TimeBreakdownFields.ofRanks(report.time()));
        metrics.write(fields);
        events.scalars(
                report.step(),
                Map.of(
                        "train/loss",
                        report.score().loss(),
                        "train/" + task.trainingField(),
                        report.score().accuracy(),
                        "train/lr",
                        report.rate(),
                        "train/images_per_second",
                        report.imagesPerSecond()));
        TimeBreakdownFields.of(report.time())
                .forEach((name, share) -> events.scalars(report.step(), Map.of("time/" + name, share)));
    }

    @Override
    public void checkpointDamaged(DamagedCheckpoint damaged) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("kind", "damaged_checkpoint");
        fields.put("step", damaged.restoredStep());
        fields.put("steps_lost", damaged.stepsLost());
        fields.put("file", damaged.file().toString());
        fields.put("kept_as", damaged.keptAs().toString());
        fields.put("damage", damaged.damage());
        metrics.write(fields);
    }

    @Override
    public void warmedUp(WarmUpReport report) {
        var fields = fields("warmup", report.step(), report.epoch());
        fields.put("warmup_seconds", report.seconds());
        fields.put("captured", report.captured());
        metrics.write(fields);
    }

    @Override
    public void ranOutOfMemory(MemoryReport report) {
        var fields = fields("out_of_memory", report.step(), report.epoch());
        fields.put("micro_batch", report.microBatch());
        fields.put("accumulate", report.accumulate());
        fields.put("recomputed", report.recomputed());
        metrics.write(fields);
    }

    /** An evaluation at the end of an epoch is part of its line. */
    @Override
    public void evaluated(EvaluationReport report) {
        if (report.withinEpoch()) {
            var fields = fields("evaluation", report.step(), report.epoch());
            put(fields, "validation", report.validation());
            metrics.write(fields);
        }
        events.scalars(report.step(), scalars("validation/", report.validation()));
    }

    @Override
    public void epochFinished(EpochReport report) {
        histograms.ifPresent(each -> each.write(report.step()));
        var fields = fields("epoch", report.step(), report.epoch());
        fields.put("train_loss", report.training().loss());
        fields.put("train_" + task.trainingField(), report.training().accuracy());
        report.validation().ifPresent(validation -> put(fields, "validation", validation));
        fields.put("images_per_second", report.imagesPerSecond());
        fields.put("seconds", report.seconds());
        fields.put("warmup_seconds", report.elapsedTime().warmUp());
        fields.put("training_seconds", report.elapsedTime().training());
        fields.putAll(TimeBreakdownFields.of(report.time()));
        fields.putAll(TimeBreakdownFields.ofRanks(report.time()));
        fields.put("read_seconds", seconds(report.input().time(StageStatistics.Kind.READ)));
        fields.put("decode_seconds", seconds(report.input().time(StageStatistics.Kind.DECODE)));
        fields.put("transform_seconds", seconds(report.input().time(StageStatistics.Kind.TRANSFORM)));
        fields.put("input", stages(report.input()));
        var requests = report.input().requests();
        if (requests.requests() > 0) {
            fields.put("storage", requests.fields());
        }
        fields.put("input_decisions", report.input().decisions());
        fields.put("skipped", report.input().corrupt().count());
        put(fields, "corrupt", report.input().corrupt());
        ProcessUsage.now().ifPresent(usage -> {
            fields.put("resident_bytes", usage.resident().count());
            fields.put("peak_resident_bytes", usage.peak().count());
        });
        var stepping = report.stepping();
        fields.put("captured", stepping.captured());
        stepping.whyEager().ifPresent(why -> fields.put("why_not_captured", why));
        stepping.lossScale().ifPresent(scale -> {
            fields.put("loss_scale", scale);
            fields.put("overflows", stepping.overflows());
            events.scalars(
                    report.step(), Map.of("train/loss_scale", scale, "train/overflows", (double) stepping.overflows()));
        });
        metrics.write(fields);
        if (requests.requests() > 0) {
            requests.fields()
                    .forEach((name, value) ->
                            events.scalars(report.step(), Map.of("storage/" + name, ((Number) value).doubleValue())));
        }
        for (var stage : report.input().stages()) {
            events.scalars(
                    report.step(),
                    Map.of(
                            "input/%s/service_seconds".formatted(stage.stage()), seconds(stage.service()),
                            "input/%s/waited_for_input_seconds".formatted(stage.stage()),
                                    seconds(stage.waitedForInput()),
                            "input/%s/waited_for_output_seconds".formatted(stage.stage()),
                                    seconds(stage.waitedForOutput())));
        }
    }

    /** The last line of a run; the best weights come first, since they are what is used. */
    @Override
    public void tested(TestReport report) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("kind", "test");
        fields.put("step", report.step());
        fields.put("best_step", report.bestStep());
        put(fields, "test", report.best());
        put(fields, "last_test", report.last());
        metrics.write(fields);
        events.scalars(report.step(), scalars("test/", report.best()));
    }

    @Override
    public void phaseFinished(PhaseReport report) {
        var fields = fields("phase", report.step(), report.epoch() - 1);
        fields.put("phase", report.phase() + 1);
        fields.put("phases", report.phases());
        fields.put("title", report.title());
        fields.put("epochs", report.result().epochs());
        fields.put("steps", report.result().steps());
        fields.put("images", report.result().images());
        fields.put("validation_" + task.field(), report.result().accuracy());
        fields.put("images_per_second", report.result().imagesPerSecond());
        fields.put("seconds", report.result().seconds());
        metrics.write(fields);
    }

    private static List<Map<String, Object>> stages(InputReport input) {
        return input.stages().stream().map(MetricsLogger::fields).toList();
    }

    private static Map<String, Object> fields(StageStatistics stage) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("stage", stage.stage());
        fields.put("stage_kind", stage.kind().name().toLowerCase(Locale.ROOT));
        fields.put("elements", stage.elements());
        fields.put("bytes", stage.bytes());
        fields.put("service_seconds", seconds(stage.service()));
        fields.put("waited_for_input_seconds", seconds(stage.waitedForInput()));
        fields.put("waited_for_output_seconds", seconds(stage.waitedForOutput()));
        return fields;
    }

    private static double seconds(Duration time) {
        return time.toNanos() * 1e-9;
    }

    private static Map<String, Object> fields(String kind, long step, int epoch) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("kind", kind);
        fields.put("step", step);
        fields.put("epoch", epoch + 1);
        return fields;
    }

    private static void put(Map<String, Object> fields, String prefix, Evaluation evaluation) {
        fields.putAll(EvaluationFields.of(prefix + "_", evaluation));
        if (evaluation.corrupt().count() > 0) {
            fields.put(prefix + "_skipped", evaluation.corrupt().count());
        }
        put(fields, prefix + "_corrupt", evaluation.corrupt());
    }

    private static void put(Map<String, Object> fields, String key, CorruptImages corrupt) {
        if (corrupt.count() > 0) {
            fields.put(key, corrupt.named());
        }
    }

    private static Map<String, Double> scalars(String prefix, Evaluation evaluation) {
        var scalars = new LinkedHashMap<String, Double>();
        EvaluationFields.of(prefix, evaluation).forEach((name, value) -> scalars.put(name, (Double) value));
        return scalars;
    }

    @Override
    public void close() {
        try (metrics) {
            events.close();
        }
    }
}
