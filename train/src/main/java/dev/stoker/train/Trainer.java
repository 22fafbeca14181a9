package dev.stoker.train;

import dev.stoker.core.StokerException;
import dev.stoker.data.BatchFeed;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.train.checkpoint.SafetensorsCheckpoints;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.evaluation.LossAndAccuracy;
import dev.stoker.train.internal.input.DevicePrefetcher;
import dev.stoker.train.internal.input.StepTimer;
import dev.stoker.train.internal.step.RunningMetrics;
import dev.stoker.train.internal.step.StepContext;
import dev.stoker.train.internal.step.TrainingStep;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.search.LearningRateFinderResult;
import dev.stoker.train.search.LearningRateFinderSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/** Trains one model on one device, phase by phase. Everything it owns lives in its scope: open, fit, save, close. */
public final class Trainer implements AutoCloseable {
    private final TrainingSettings settings;
    private final TrainingPhases trainingPhases;
    private final SafetensorsCheckpoints checkpoints;
    private final List<TrainingObserver> observers;
    private final TrainerResources resources;
    private final TrainingStep step;
    private final RunningMetrics totals;
    private final StepTimer times;
    private TrainingPhase phase;
    private TimeBreakdown timesBeforeEpoch = TimeBreakdown.NONE;
    private TimeBreakdown spent = TimeBreakdown.NONE;
    private TrainingProgress progress = TrainingProgress.NONE;
    private double trainedBefore;
    private boolean alwaysWarmsUp;
    private Optional<TrainingObserver.EvaluationReport> latest = Optional.empty();

    public Trainer(
            Model model,
            TrainingSettings settings,
            TrainingData data,
            SafetensorsCheckpoints checkpoints,
            List<TrainingObserver> observers) {
        this(TrainingPhases.of(model, data, settings.epochs()), settings, checkpoints, observers, _ -> {});
    }

    /** {@code prepare} changes the fresh weights before anything is built on them: values from a file, frozen parts. */
    public Trainer(
            TrainingPhases trainingPhases,
            TrainingSettings settings,
            SafetensorsCheckpoints checkpoints,
            List<TrainingObserver> observers,
            Consumer<Weights> prepare) {
        this(trainingPhases, settings, checkpoints, observers, prepare, _ -> {});
    }

    /** {@code afterForward} hears of each micro-batch that is learned from. */
    Trainer(
            TrainingPhases trainingPhases,
            TrainingSettings settings,
            SafetensorsCheckpoints checkpoints,
            List<TrainingObserver> observers,
            Consumer<Weights> prepare,
            IntConsumer afterForward) {
        this.trainingPhases = trainingPhases;
        this.settings = settings;
        phase = trainingPhases.last();
        this.checkpoints = checkpoints;
        this.observers = List.copyOf(observers);
        resources = new TrainerResources(phase, settings, prepare, afterForward);
        step = resources.step();
        totals = resources.totals();
        times = resources.times();
    }

    /**
     * Tries rates from where the trainer stands, and puts everything back: a run behind it ends with the same bits as one
     * without. {@code stepped} hears of each step that is done.
     */
    public LearningRateFinderResult rangeTest(
            LearningRateFinderSettings range, IntConsumer stepped, BooleanSupplier stopRequested) {
        return resources.tried(phase.data(), trial -> trial.run(range, progress.data(), stepped, stopRequested));
    }

    /** How a run ended. */
    public sealed interface Outcome {
        /** All epochs are done, or another end was reached. */
        record Finished(
                LossAndAccuracy training,
                Evaluation test,
                TrainingProgress progress,
                LoopSettings.StopReason end,
                TimeBreakdown time)
                implements Outcome {}

        /** Somebody asked to stop; a checkpoint holds everything up to here. */
        record Stopped(TrainingProgress progress) implements Outcome {}
    }

    /** Trains from the latest checkpoint, or from the start, to the last epoch or until asked to stop. */
    public Outcome fit(BooleanSupplier stopRequested) {
        var outcome = fitAll(stopRequested);
        checkpoints.finish();
        return outcome;
    }

    /** Does what is done for captured steps where nothing is captured, too: for tests that it leaves no trace. */
    void alwaysWarmsUp() {
        alwaysWarmsUp = true;
        resources.evaluator().alwaysEvaluatesFullBatches();
    }

    private Outcome fitAll(BooleanSupplier stopRequested) {
        restore();
        phase = trainingPhases.at(progress);
        observers.forEach(each -> each.started(progress, settings.epochs(), batches()));
        var over = end(progress);
        if (over.isPresent()) {
            return new Outcome.Finished(training(), evaluate(), progress, over.get(), spent);
        }
        while (true) {
            var outcome = fitPhase(stopRequested);
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
    }

    /** Trains the rest of a phase; empty where another one follows. */
    private Optional<Outcome> fitPhase(BooleanSupplier stopRequested) {
        if (trainingPhases.isOver(progress)) {
            progress = progress.inNextPhase();
        }
        try (var _ = TensorScope.open("phase")) {
            enter(trainingPhases.at(progress));
            report(TrainingObserver::phaseStarted);
            try (var feed = phase.data().training(progress.data(), PinnedMemory.forDevice(settings.device()));
                    var prefetcher = resources.prefetcher();
                    var _ = checkpoints.onDevice(resources.stream())) {
                var clock = new ThroughputClock(progress.seconds());
                if (step.mayBeCaptured() || alwaysWarmsUp) {
                    warmUp(clock);
                }
                return fit(feed, prefetcher, clock, stopRequested);
            }
        }
    }

    /** A run of one phase has its place on the device already. */
    private void enter(TrainingPhase next) {
        phase = next;
        if (trainingPhases.phases().size() > 1) {
            resources.enter(phase);
        }
    }

    /** While workers prepare the first batches: it counts in the time of the run and not in its rate. */
    private void warmUp(ThroughputClock clock) {
        double seconds = clock.besides(() -> {
            double before = clock.sinceStart();
            var context = new StepContext(progress.step(), steps(), epochs(), rate());
            resources.warmUp(context, alwaysWarmsUp, batchSizes());
            if (step.isCaptured() || alwaysWarmsUp) { // otherwise memory is perhaps too short for it
                checkpoints.warmUp(resources.state(), resources.result());
            }
            return clock.sinceStart() - before;
        });
        progress = progress.with(progress.elapsedTime().plusWarmUp(seconds));
        var report = new TrainingObserver.WarmUpReport(progress.epoch(), progress.step(), seconds, step.isCaptured());
        observers.forEach(each -> each.warmedUp(report));
    }

    private void report(BiConsumer<TrainingObserver, TrainingObserver.PhaseReport> event) {
        if (trainingPhases.phases().size() > 1) {
            var report = new TrainingObserver.PhaseReport(
                    progress.phase().index(),
                    trainingPhases.phases().size(),
                    phase.title(),
                    progress.epoch(),
                    progress.step(),
                    progress.phaseResult());
            observers.forEach(each -> event.accept(each, report));
        }
    }

    /** A full batch, and the last of an epoch where that is short. */
    private int[] batchSizes() {
        int full = phase.data().batch();
        int last = phase.data().trainingImages() % full;
        return last == 0 ? new int[] {full} : new int[] {full, last};
    }

    private int batches() {
        return phase.data().batchesPerEpoch();
    }

    private Optional<Outcome> fit(
            BatchFeed feed, DevicePrefetcher prefetcher, ThroughputClock from, BooleanSupplier stopRequested) {
        for (var clock = from; true; clock = clock.next()) {
            if (!trainEpoch(feed, prefetcher, clock, stopRequested)) {
                checkpoint(resources.reading());
                return Optional.of(new Outcome.Stopped(progress));
            }
            var test = progress.batch() < batches()
                    ? Optional.of(endWithinEpoch(clock))
                    : finishEpoch(clock, inputReport(feed));
            var over = end(progress);
            if (over.isPresent() && test.isPresent()) {
                return Optional.of(new Outcome.Finished(training(), test.get(), progress, over.get(), spent));
            }
            if (trainingPhases.isOver(progress)) {
                return Optional.empty();
            }
        }
    }

    private Optional<LoopSettings.StopReason> end(TrainingProgress at) {
        return settings.loop().end(at, settings.epochs());
    }

    /** The means of the epoch under way, or of the last one where none is. */
    private LossAndAccuracy training() {
        return progress.batch() > 0 ? totals.score() : progress.lastEpoch();
    }

    private static TrainingObserver.InputReport inputReport(BatchFeed feed) {
        var plain = PinnedMemory.whyPageable().stream().map("copies make the host wait: "::concat);
        var decisions = Stream.concat(plain, feed.decisions().stream()).toList();
        return new TrainingObserver.InputReport(feed.statistics(), decisions, feed.skipped());
    }

    /** Trains the rest of the epoch, or up to the end of the run; false when asked to stop before. */
    private boolean trainEpoch(
            BatchFeed feed, DevicePrefetcher prefetcher, ThroughputClock clock, BooleanSupplier stopRequested) {
        while (progress.batch() < batches()) {
            clock.count(step(feed, prefetcher));
            progress = progress.afterStep(feed.state(), totals.images(), clock.total());
            observers.forEach(each -> each.afterStep(progress.step()));
            if (progress.step()
                    < steps()) { // the state of the data is noted: a run that stops here goes on with that batch
                prefetcher.prefetchNext(feed);
            }
            report(clock);
            if (progress.batch() < batches()) {
                if (settings.loop().evaluateEvery().isDue(progress, false)) {
                    evaluate(clock, true);
                }
                if (end(progress).isPresent()) {
                    return true;
                }
                if (stopRequested.getAsBoolean()) {
                    return false;
                }
                if (progress.step() % settings.loop().checkpointEvery() == 0) {
                    checkpoint(resources.reading());
                }
            }
        }
        return true;
    }

    /** Trains on the next batch; returns the number of images. */
    private int step(BatchFeed feed, DevicePrefetcher prefetcher) {
        int size = prefetcher.take(feed);
        int parts = step.parts();
        step.run(new StepContext(progress.step(), steps(), epochs(), rate()));
        times.ends();
        if (step.parts() > parts) {
            int micro = Math.ceilDiv(phase.data().batch(), step.parts());
            var report = new TrainingObserver.MemoryReport(progress.epoch(), progress.step() + 1, micro, step.parts());
            observers.forEach(each -> each.ranOutOfMemory(report));
        }
        return size;
    }

    /** Since the epoch began; what the device still computes is not in it. */
    private TimeBreakdown time(ThroughputClock clock) {
        return times.read().since(timesBeforeEpoch, clock.sinceStart());
    }

    /** Steps of the whole run. */
    private long steps() {
        return settings.loop().steps(trainingPhases.steps(progress, settings.epochs()));
    }

    /** Epochs so far, with the part of the present one. */
    private double epochs() {
        return progress.epoch() + progress.batch() / (double) batches();
    }

    private double rate() {
        long warmUp = trainingPhases.stepsOf(settings.rate().warmUpEpochs());
        // What schedules count in epochs they count in those of the last phase, which are whole.
        double perEpoch = trainingPhases.last().data().batchesPerEpoch();
        var length = new LearningRateSchedule.Length(warmUp, perEpoch, steps());
        return settings.rate().peak() * settings.rate().schedule().factor(progress.step(), length);
    }

    /** An evaluation as an event of the run: it may be the best so far. */
    private Evaluation evaluate(ThroughputClock clock, boolean withinEpoch) {
        times.pauses();
        var test = clock.besides(this::evaluate);
        progress = progress.afterEvaluation(test, clock.total(), trainingPhases.threshold());
        boolean best = progress.bestSoFar().bestStep() == progress.step();
        if (best) {
            checkpoints.saveBest(resources.result(), progress, test);
        }
        var report = new TrainingObserver.EvaluationReport(progress.epoch(), progress.step(), test, best, withinEpoch);
        latest = Optional.of(report);
        observers.forEach(each -> each.evaluated(report));
        return test;
    }

    private Evaluation evaluate() {
        return resources.evaluator().result();
    }

    private void report(ThroughputClock clock) {
        if (progress.step() % settings.loop().logEvery() != 0 && progress.batch() != batches()) {
            return;
        }
        var score = totals.score();
        requireFinite("loss", score.loss());
        var report = new TrainingObserver.StepReport(
                progress.epoch(),
                progress.step(),
                progress.batch(),
                batches(),
                score,
                rate(),
                clock.perSecond(),
                steps(),
                time(clock));
        observers.forEach(each -> each.stepped(report));
    }

    private void requireFinite(String what, double value) {
        if (!Double.isFinite(value)) {
            throw new StokerException(
                    "the %s is %s at step %d of epoch %d; the last checkpoint is from before: try a lower --lr, a warm-up, or --precision fp32"
                            .formatted(what, value, progress.step(), progress.epoch() + 1));
        }
    }

    private Evaluation endWithinEpoch(ThroughputClock clock) {
        long step = progress.step();
        var test = latest.filter(report -> report.step() == step)
                .map(TrainingObserver.EvaluationReport::test)
                .orElseGet(() -> evaluate(clock, true));
        spent = spent.plus(time(clock));
        report(TrainingObserver::phaseFinished);
        checkpoint(resources.reading());
        return test;
    }

    /** Evaluates where it is time for it, or the last time to do so. */
    private Optional<Evaluation> finishEpoch(ThroughputClock clock, TrainingObserver.InputReport inputReport) {
        var reading = resources.reading();
        var training = reading.score();
        double imagesPerSecond = clock.perSecond();
        var after = progress.afterEpoch(training, clock.total());
        boolean due = settings.loop().evaluateEvery().isDue(progress, true)
                || end(after).isPresent()
                || trainingPhases.isOver(after);
        var test = due ? Optional.of(evaluate(clock, false)) : Optional.<Evaluation>empty();
        var time = time(clock);
        measureElapsedTime();
        var report = new TrainingObserver.EpochReport(
                progress.epoch(),
                settings.epochs(),
                progress.step(),
                training,
                test,
                imagesPerSecond,
                clock.total(),
                progress.elapsedTime(),
                time,
                inputReport,
                step.describe());
        observers.forEach(each -> each.epochFinished(report));
        spent = spent.plus(time);
        timesBeforeEpoch = times.read();
        totals.clear();
        progress = progress.afterEpoch(training, clock.total());
        if (trainingPhases.isOver(progress) || end(progress).isPresent()) {
            report(TrainingObserver::phaseFinished);
        }
        checkpoint(reading);
        return test;
    }

    // ---- state

    private void restore() {
        checkpoints.restore(resources.state()).ifPresent(saved -> {
            progress = saved;
            trainedBefore = saved.elapsedTime().training();
            resources.restored(saved);
        });
    }

    /** Of all steps, where the device has been waited for. */
    private void measureElapsedTime() {
        progress = progress.with(progress.elapsedTime().withTraining(trainedBefore + times.training()));
    }

    /** Numbers that are none must not take the place of the last checkpoint that can be trained on. */
    private void checkpoint(RunningMetrics.Reading reading) {
        times.pauses();
        requireFinite("loss", reading.score().loss());
        requireFinite("square of the largest weight", reading.number());
        measureElapsedTime();
        checkpoints.save(progress, resources.state());
        observers.forEach(each -> each.checkpointed(progress));
    }

    /** Writes the weights alone, under the names of a PyTorch state_dict. */
    public void save(Path file, Map<String, String> metadata) {
        resources.save(file, metadata);
    }

    @Override
    public void close() {
        try {
            checkpoints.finish(); // after a failure, too: what was kept before it must not be lost
        } finally {
            resources.close();
        }
    }
}
