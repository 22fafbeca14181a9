package dev.stoker.job;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import dev.stoker.datasets.table.TableDataset;
import dev.stoker.job.internal.report.RunReport;
import dev.stoker.job.internal.report.RunSamples;
import dev.stoker.job.internal.run.ConfusionMatrixFile;
import dev.stoker.job.internal.run.EnvironmentFile;
import dev.stoker.job.internal.run.MetricsLogger;
import dev.stoker.job.internal.run.PlanKeeper;
import dev.stoker.job.internal.run.Profiler;
import dev.stoker.job.internal.run.RankTraces;
import dev.stoker.job.internal.run.RunFolder;
import dev.stoker.job.internal.run.RunResultFile;
import dev.stoker.job.internal.run.RunStateFile;
import dev.stoker.job.internal.run.SkippedImagesFile;
import dev.stoker.job.internal.run.UtilizationLogger;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.job.plan.PlanPaths;
import dev.stoker.job.setup.BackgroundStart;
import dev.stoker.job.tune.BatchSizeReport;
import dev.stoker.job.tune.LearningRateReport;
import dev.stoker.job.tune.TuningObserver;
import dev.stoker.nn.ModelSummary;
import dev.stoker.telemetry.trace.OperatorTable;
import dev.stoker.tensor.cuda.DeviceFailure;
import dev.stoker.train.Checkpoints;
import dev.stoker.train.PhaseResult;
import dev.stoker.train.Trainer;
import dev.stoker.train.TrainingObserver;
import dev.stoker.train.TrainingProgress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Puts a run together from a plan and carries it out in a run folder. */
public final class TrainingJob implements AutoCloseable {
    private final TrainingSetup setup;
    private final RunFolder run;
    private final RunResumption resumption;
    private final Profiler profiler;
    private final RunReport report;
    private final List<TrainingObserver> observers;
    private final Checkpoints checkpoints;
    /** The plan as it is kept: the run may be resumed in another working directory. */
    private final Plan portable;

    private final FirstRank rank;

    private boolean samplesUtilization = true;
    private boolean timed = true;

    TrainingJob(
            TrainingSetup setup,
            RunFolder run,
            RunResumption resumption,
            Checkpoints checkpoints,
            List<TrainingObserver> observers,
            FirstRank rank) {
        this.setup = setup;
        this.rank = rank;
        this.run = run;
        this.resumption = resumption;
        this.checkpoints = checkpoints;
        this.observers = List.copyOf(observers);
        checkpoints.describe(metadata());
        profiler = new Profiler(setup.plan().run().profile(), run.trace(), profileNotes(setup), setup.device());
        portable = PlanPaths.absolute(setup.plan());
        report = new RunReport(
                run,
                portable,
                setup.model().name(),
                setup.dataset().name(),
                setup.dataset().classes());
        resumption.begin(portable, setup.dataset());
        PlanFile.write(run.plan(), portable, reasons());
        setup.batchSizeReport().ifPresent(found -> found.write(run.path()));
        setup.learningRateReport().ifPresent(found -> found.write(run.path()));
    }

    private static Map<String, String> profileNotes(TrainingSetup setup) {
        var plan = setup.plan();
        if (plan.run().profile().isEmpty()) {
            return Map.of();
        }
        long multiplyAdds = ModelSummary.of(setup.model()).multiplyAdds() * plan.imagesPerStep();
        return Map.of(
                OperatorTable.MULTIPLY_ADDS,
                Long.toString(multiplyAdds),
                "steps",
                plan.run().profile().map(Object::toString).orElse(""),
                "model",
                setup.model().name(),
                "batch",
                Integer.toString(plan.imagesPerStep()),
                "device",
                plan.device().device().toString());
    }

    /** A run of a plan with parts of your own. */
    public static TrainingJobBuilder builder() {
        return new TrainingJobBuilder();
    }

    /** A new run. */
    public static TrainingJob start(Plan plan) {
        return start(plan, TuningObserver.NONE);
    }

    /** A new run; the observer is notified of the search for values that the plan leaves open. */
    public static TrainingJob start(Plan plan, TuningObserver observer) {
        return start(plan, observer, Optional.empty());
    }

    /** The same as rank 0 of several; a batch that is given for one device is multiplied by their number. */
    public static TrainingJob start(Plan plan, TuningObserver observer, Optional<RankGroup> ranks) {
        return new RunOpener(observer, ranks).start(plan);
    }

    /** The plan of an earlier run, given as {@link RunFinder} finds it. */
    public static Plan savedPlan(String name, Path runs) {
        try (var run = RunFolder.open(new RunFinder(runs).find(name))) {
            return PlanFile.read(run.plan(), Plan.DEFAULTS);
        }
    }

    /** Continues a run that {@link RunFinder} finds; {@code asked} are the keys given now, of which few may differ from the run's plan. */
    public static TrainingJob resume(String name, Path runs, Map<String, String> asked) {
        return resume(name, runs, asked, ResumeOptions.DEFAULTS);
    }

    /** The same; the options allow what is refused otherwise: to start again, or to continue with other data. */
    public static TrainingJob resume(String name, Path runs, Map<String, String> asked, ResumeOptions options) {
        return resume(name, runs, asked, options, Optional.empty());
    }

    /** The same as rank 0 of several, whatever their number was before. */
    public static TrainingJob resume(
            String name, Path runs, Map<String, String> asked, ResumeOptions options, Optional<RankGroup> ranks) {
        return new RunOpener(TuningObserver.NONE, ranks).resume(name, runs, asked, options);
    }

    public Plan plan() {
        return setup.plan();
    }

    /** The model's name. */
    public String model() {
        return setup.model().name();
    }

    public Path folder() {
        return run.path();
    }

    /** The step of the newest checkpoint on the disk; may be asked for from any thread. */
    public OptionalLong checkpointedStep() {
        return run.newestCheckpoint();
    }

    /** What each part of the process may use, in one line; empty where there is no limit. */
    public Optional<String> memoryNote() {
        return setup.memoryNote();
    }

    /** Where training images are decoded and augmented and why, in one line; empty where a CPU does everything. */
    public Optional<String> imageNote() {
        return setup.imageNote();
    }

    /** What the weights start from, in one line; empty where they start at random or from a checkpoint. */
    public Optional<String> initialWeightsNote() {
        return setup.initialWeightsNote();
    }

    /** The weights of the classes in the loss, in one line; empty where all count the same. */
    public Optional<String> lossNote() {
        return setup.lossNote();
    }

    /** The teacher and how much it counts, in one line; empty where there is none. */
    public Optional<String> teacherNote() {
        return setup.teacherNote();
    }

    /** What a person should know about how a run is resumed, a line for each; none where there is nothing to say. */
    public List<String> resumeNotes() {
        return resumption.notes();
    }

    /** What was found for values that the plan left open, a line for each. */
    public List<String> tuningNotes() {
        return Stream.concat(
                        setup.batchSizeReport().stream().map(BatchSizeReport::note),
                        setup.learningRateReport().stream().map(LearningRateReport::note))
                .toList();
    }

    /** The splits of the dataset and its classes, in one line. */
    public String dataNote() {
        return setup.dataNote();
    }

    /** Why the precision was chosen, in one line; empty where the plan asks for it. */
    public Optional<String> precisionNote() {
        return setup.data().precision().reason();
    }

    /** What makes the run needlessly slow, a sentence for each: what is known before it begins, and what is found while it reads. */
    public List<String> warnings() {
        return Stream.concat(
                        setup.data().precision().warning().stream(), setup.dataset().training().warnings().stream())
                .toList();
    }

    private List<String> reasons() {
        return Stream.of(precisionNote(), strategyNote(), lossNote(), teacherNote())
                .flatMap(Optional::stream)
                .toList();
    }

    public Strategy strategy() {
        return rank.strategy(setup.plan());
    }

    /** The strategy and how many take part in it, in a few words. */
    public String strategyTitle() {
        return strategy().title(rank.world(), setup.plan());
    }

    /** What a person should know about the strategy, in one line; empty where there is nothing to say. */
    public Optional<String> strategyNote() {
        return strategy().note(setup.plan());
    }

    /** What was found in a table, in sentences; none where the data is no table. */
    public List<String> tableNotes() {
        return setup.table().map(TableDataset::notes).orElse(List.of());
    }

    /** Whether device and process are sampled once a second while training, into utilization.jsonl; on by default. */
    public void sampleUtilization(boolean on) {
        samplesUtilization = on;
    }

    /**
     * Whether the run measures itself: shares of its time, time of rows, utilization. On by default; off is for measuring what
     * that costs.
     */
    public void collectTelemetry(boolean on) {
        timed = on;
        sampleUtilization(on);
    }

    /** Trains to the end. */
    public RunResult run() {
        return run(List.of(), () -> false).orElseThrow();
    }

    /** Trains; empty when it was stopped before the end, with a checkpoint to resume from. */
    public Optional<RunResult> run(List<TrainingObserver> more, BooleanSupplier stopRequested) {
        RunStateFile.running(run.state());
        RunResultFile.delete(run.result());
        try {
            var result = train(more, stopRequested);
            ended(result.isPresent() ? RunSummary.State.FINISHED : RunSummary.State.STOPPED, "", result);
            return result;
        } catch (RuntimeException failure) {
            try {
                ended(RunSummary.State.FAILED, String.valueOf(failure.getMessage()), Optional.empty());
            } catch (StokerException unwritten) {
                failure.addSuppressed(unwritten); // a full disk is perhaps why it failed
            }
            throw failure;
        }
    }

    private void ended(RunSummary.State state, String reason, Optional<RunResult> result) {
        RunStateFile.ended(run.state(), state.title(), reason);
        RunResultFile.write(run.result(), result.map(RunResult::fields).orElseGet(() -> reached(reason)));
        report.write(state.title(), reason);
    }

    /** What a run without a result has reached. */
    private Map<String, Object> reached(String reason) {
        var fields = RunSummary.of(run.path()).fields();
        fields.remove("problem"); // as in the file of the state
        if (!reason.isEmpty()) {
            fields.put("reason", reason);
        }
        return fields;
    }

    private Optional<RunResult> train(List<TrainingObserver> more, BooleanSupplier stopRequested) {
        var from = checkpoints.latest().orElse(TrainingProgress.NONE);
        var parallel = rank.connect(setup.plan(), portable, setup.dataset());
        parallel.ifPresent(each -> profiler.join(new RankTraces(each.communicator())));
        try (profiler; // closed last, when all threads have ended
                var environment = new EnvironmentFile(run.environment());
                var log = MetricsLogger.open(run, setup.plan().task(), from);
                var utilization = utilization(from, log);
                var skipped = SkippedImagesFile.open(run.skipped());
                var trainer = setup.trainer(
                        profiler.trace(),
                        checkpoints,
                        with(more, log, environment, utilization),
                        skipped::add,
                        timed,
                        parallel)) {
            resumption.log(log, from);
            log.plan(from, run.plan());
            if (setup.plan().run().histograms()) {
                log.observe(trainer);
            }
            BackgroundStart.finish();
            try {
                var result = switch (trainer.fit(stopRequested)) {
                    case Trainer.Outcome.Stopped _ -> Optional.<RunResult>empty();
                    case Trainer.Outcome.Finished finished ->
                        finish(
                                trainer,
                                finished,
                                stopRequested,
                                log,
                                () -> utilization.summary(images(finished.progress()) - images(from)));
                };
                rank.skippedByOthers(setup.plan()).forEach(skipped::add);
                return result;
            } catch (RuntimeException failure) {
                throw failed().explained(
                                rank.explained(failure),
                                DeviceFailure.of(setup.device())); // before the resources of a lost device are released
            } catch (VirtualMachineError | LinkageError failure) {
                throw failed().withCheckpoint(failure);
            }
        } catch (CorruptDataException damage) {
            throw FailedRun.withRemedy(damage);
        }
    }

    private UtilizationLogger utilization(TrainingProgress from, MetricsLogger log) {
        return samplesUtilization
                ? UtilizationLogger.open(run, from, setup.device(), log)
                : UtilizationLogger.off(from, log);
    }

    private static long images(TrainingProgress progress) {
        return progress.phases().stream().mapToLong(PhaseResult::images).sum();
    }

    private FailedRun failed() {
        return new FailedRun(run.path(), setup.plan().device().device().toString(), checkpoints);
    }

    /** After the run: where its trace is, or why there is none; empty where no profile was requested. */
    public Optional<String> profileNote() {
        return profiler.note();
    }

    /** Empty where it was stopped in the evaluation on the test data, which is repeated when the run is resumed. */
    private Optional<RunResult> finish(
            Trainer trainer,
            Trainer.Outcome.Finished finished,
            BooleanSupplier stopRequested,
            MetricsLogger log,
            Supplier<UtilizationSummary> utilization) {
        resumption.trained();
        trainer.save(run.model(), metadata());
        var test = trainer.test(finished.progress(), stopRequested);
        if (test.isEmpty() && setup.dataset().test().isPresent()) {
            return Optional.empty();
        }
        var result = RunResult.of(
                run,
                setup.plan(),
                strategy(),
                finished,
                test,
                setup.model(),
                setup.dataset(),
                setup.phaseTitles(),
                utilization.get());
        result.evaluation()
                .confusion()
                .ifPresent(matrix -> ConfusionMatrixFile.write(
                        run.confusion(), matrix, setup.dataset().classes()));
        var samples = stopRequested.getAsBoolean() ? RunSamples.NONE : setup.samples(trainer, rank.world());
        samples.log(log, result.steps());
        report.evaluated(result.evaluation(), samples);
        return Optional.of(result);
    }

    private Map<String, String> metadata() {
        return setup.card().toMetadata();
    }

    private List<TrainingObserver> with(
            List<TrainingObserver> more,
            MetricsLogger log,
            EnvironmentFile environment,
            UtilizationLogger utilization) {
        var all = new ArrayList<TrainingObserver>();
        all.add(log); // first, so that a line on the screen is already on the disk
        all.add(environment);
        all.add(utilization);
        all.add(report);
        all.addAll(observers);
        all.addAll(more);
        all.add(profiler);
        all.add(new PlanKeeper(run.plan(), portable, reasons()));
        all.add(new TrainingObserver() {
            @Override
            public void afterStep(long step) {
                resumption.trained();
            }
        });
        return all;
    }

    @Override
    public void close() {
        try (run) {
            setup.close();
        }
    }
}
