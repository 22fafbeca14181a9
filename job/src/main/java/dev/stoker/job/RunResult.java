package dev.stoker.job;

import dev.stoker.core.Task;
import dev.stoker.core.io.Sha256;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.job.internal.run.EvaluationFields;
import dev.stoker.job.internal.run.RunFolder;
import dev.stoker.job.internal.run.TimeBreakdownFields;
import dev.stoker.job.plan.Plan;
import dev.stoker.nn.Model;
import dev.stoker.nn.ModelSummary;
import dev.stoker.train.BestSoFar;
import dev.stoker.train.ElapsedTime;
import dev.stoker.train.LoopSettings;
import dev.stoker.train.PhaseResult;
import dev.stoker.train.TimeBreakdown;
import dev.stoker.train.Trainer;
import dev.stoker.train.TrainingObserver;
import dev.stoker.train.evaluation.Evaluation;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The result of a finished run. */
public record RunResult(
        Path run,
        String model,
        ModelSummary summary,
        String data,
        String device,
        Strategy strategy,
        int epochs,
        long steps,
        double trainAccuracy,
        double trainLoss,
        double imagesPerSecond,
        double seconds,
        ElapsedTime elapsedTime,
        TimeBreakdown time,
        String modelSha256,
        LoopSettings.StopReason stopReason,
        BestSoFar bestSoFar,
        Evaluation validation,
        Optional<TrainingObserver.TestReport> test,
        List<String> classes,
        List<PhaseSummary> phases,
        Optional<MemoryUse> memory,
        UtilizationSummary utilization) {
    public RunResult {
        classes = List.copyOf(classes);
        phases = List.copyOf(phases);
    }

    /** A phase of the run and its result. */
    public record PhaseSummary(String title, PhaseResult result) {
        private Map<String, Object> fields(Task task) {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("phase", title);
            fields.put("epochs", result.epochs());
            fields.put("steps", result.steps());
            fields.put("images_per_second", result.imagesPerSecond());
            fields.put("seconds", result.seconds());
            fields.put("validation_" + task.field(), result.accuracy());
            return fields;
        }
    }

    /** {@code titles} are those of the phases; empty for a run of a single phase. */
    static RunResult of(
            RunFolder folder,
            Plan plan,
            Strategy strategy,
            Trainer.Outcome.Finished finished,
            Optional<TrainingObserver.TestReport> test,
            Model model,
            LabeledDataset set,
            List<String> titles,
            UtilizationSummary utilization) {
        double seconds = finished.progress().seconds();
        return new RunResult(
                folder.path(),
                model.name(),
                ModelSummary.of(model),
                plan.data().data(),
                plan.device().device().toString(),
                strategy,
                plan.training().epochs(),
                finished.progress().step(),
                finished.training().accuracy(),
                finished.training().loss(),
                images(finished) / seconds,
                seconds,
                finished.progress().elapsedTime(),
                finished.time(),
                Sha256.of(folder.model()),
                finished.end(),
                finished.progress().bestSoFar(),
                finished.validation(),
                test,
                set.classes(),
                phases(titles, finished.progress().phases()),
                MemoryUse.now(),
                utilization);
    }

    private static double images(Trainer.Outcome.Finished finished) {
        return finished.progress().phases().stream()
                .mapToLong(PhaseResult::images)
                .sum();
    }

    /** The phases that the run has reached. */
    private static List<PhaseSummary> phases(List<String> titles, List<PhaseResult> results) {
        return IntStream.range(0, Math.min(titles.size(), results.size()))
                .mapToObj(i -> new PhaseSummary(titles.get(i), results.get(i)))
                .toList();
    }

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("run", run.toString());
        fields.put("state", RunSummary.State.FINISHED.title());
        fields.put("model", model);
        fields.put("parameters", summary.parameters());
        fields.put("multiply_adds_per_image", summary.multiplyAdds());
        fields.put("data", data);
        fields.put("device", device);
        fields.put("strategy", strategy.title());
        fields.put("reproducible", strategy != Strategy.HOGWILD);
        fields.put("epochs", epochs);
        fields.put("steps", steps);
        fields.putAll(EvaluationFields.of("validation_", validation));
        fields.put("best_validation_" + validation.task().field(), bestSoFar.bestAccuracy());
        fields.put("best_validation_loss", bestSoFar.bestLoss());
        fields.put("best_step", bestSoFar.bestStep());
        test.ifPresent(report -> putTest(fields, report));
        fields.put("stop_reason", stopReason.name().toLowerCase(Locale.ROOT));
        fields.put("train_" + validation.task().trainingField(), trainAccuracy);
        fields.put("train_loss", trainLoss);
        fields.put("images_per_second", imagesPerSecond);
        fields.put("seconds", seconds);
        fields.put("warmup_seconds", elapsedTime.warmUp());
        fields.put("training_seconds", elapsedTime.training());
        fields.putAll(TimeBreakdownFields.of(time));
        fields.putAll(TimeBreakdownFields.ofRanks(time));
        fields.put("model_sha256", modelSha256);
        memory.ifPresent(use -> fields.putAll(use.fields()));
        fields.putAll(utilization.fields());
        if (!phases.isEmpty()) {
            fields.put(
                    "phases",
                    phases.stream()
                            .map(phase -> phase.fields(validation.task()))
                            .toList());
        }
        fields.putAll(EvaluationFields.perClass(evaluation(), classes));
        return fields;
    }

    private static void putTest(Map<String, Object> fields, TrainingObserver.TestReport report) {
        fields.putAll(EvaluationFields.of("test_", report.best()));
        fields.put("last_test_" + report.last().task().field(), report.last().metric());
        fields.put("last_test_loss", report.last().loss());
    }

    /** The evaluation to look at more closely: that of the best weights on the test split, or the last one on the validation split. */
    public Evaluation evaluation() {
        return test.map(TrainingObserver.TestReport::best).orElse(validation);
    }
}
