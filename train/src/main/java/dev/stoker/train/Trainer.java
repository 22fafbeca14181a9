package dev.stoker.train;

import dev.stoker.core.StokerException;
import dev.stoker.data.BatchFeed;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.PageLockedMemory;
import dev.stoker.tensor.TensorScope;
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
    private final TrainSettings settings;
    private final Course course;
    private final Checkpoints checkpoints;
    private final List<TrainingObserver> observers;
    private final Workbench bench;
    private final TrainingStep step;
    private final Totals totals;
    private final StepTimes times;
    private Phase phase;
    private TimeSplit timesBeforeEpoch = TimeSplit.NONE;
    private TimeSplit spent = TimeSplit.NONE;
    private Progress progress = Progress.NONE;
    private double trainedBefore;
    private boolean alwaysGetsReady;
    private Optional<TrainingObserver.EvaluationReport> latest = Optional.empty();

    public Trainer(
            Model model,
            TrainSettings settings,
            TrainingData data,
            Checkpoints checkpoints,
            List<TrainingObserver> observers) {
        this(Course.of(model, data, settings.epochs()), settings, checkpoints, observers, _ -> {});
    }

    /** {@code prepare} changes the fresh weights before anything is built on them: values from a file, frozen parts. */
    public Trainer(
            Course course,
            TrainSettings settings,
            Checkpoints checkpoints,
            List<TrainingObserver> observers,
            Consumer<Weights> prepare) {
        this(course, settings, checkpoints, observers, prepare, _ -> {});
    }

    /** {@code afterForward} hears of each micro-batch that is learnt from. */
    Trainer(
            Course course,
            TrainSettings settings,
            Checkpoints checkpoints,
            List<TrainingObserver> observers,
            Consumer<Weights> prepare,
            IntConsumer afterForward) {
        this.course = course;
        this.settings = settings;
        phase = course.last();
        this.checkpoints = checkpoints;
        this.observers = List.copyOf(observers);
        bench = new Workbench(phase, settings, prepare, afterForward);
        step = bench.step();
        totals = bench.totals();
        times = bench.times();
    }

    /**
     * Tries rates from where the trainer stands, and puts everything back: a run behind it ends with the same bits as one
     * without. {@code stepped} hears of each step that is done.
     */
    public RangeTest rangeTest(RangeSettings range, IntConsumer stepped, BooleanSupplier stopRequested) {
        return bench.tried(phase.data(), trial -> trial.run(range, progress.data(), stepped, stopRequested));
    }

    /** How a run ended. */
    public sealed interface Outcome {
        /** All epochs are done, or another end was reached. */
        record Finished(Score training, Evaluation test, Progress progress, LoopSettings.End end, TimeSplit time)
                implements Outcome {}

        /** Somebody asked to stop; a checkpoint holds everything up to here. */
        record Stopped(Progress progress) implements Outcome {}
    }

    /** Trains from the latest checkpoint, or from the start, to the last epoch or until asked to stop. */
    public Outcome fit(BooleanSupplier stopRequested) {
        var outcome = fitAll(stopRequested);
        checkpoints.finish();
        return outcome;
    }

    /** Does what is done for captured steps where nothing is captured, too: for tests that it leaves no trace. */
    void alwaysGetsReady() {
        alwaysGetsReady = true;
        bench.examination().alwaysShowsFullBatches();
    }

    private Outcome fitAll(BooleanSupplier stopRequested) {
        restore();
        phase = course.at(progress);
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
        if (course.isOver(progress)) {
            progress = progress.inNextPhase();
        }
        try (var _ = TensorScope.open("phase")) {
            enter(course.at(progress));
            report(TrainingObserver::phaseStarted);
            try (var feed = phase.data().training(progress.data(), PageLockedMemory.towards(settings.device()));
                    var inflow = bench.inflow();
                    var _ = checkpoints.onDevice(bench.stream())) {
                var clock = new Clock(progress.seconds());
                if (step.mayBeCaptured() || alwaysGetsReady) {
                    getReady(clock);
                }
                return fit(feed, inflow, clock, stopRequested);
            }
        }
    }

    /** A run of one phase has its place on the device already. */
    private void enter(Phase next) {
        phase = next;
        if (course.phases().size() > 1) {
            bench.enter(phase);
        }
    }

    /** While workers prepare the first batches: it counts in the time of the run and not in its rate. */
    private void getReady(Clock clock) {
        double seconds = clock.besides(() -> {
            double before = clock.sinceStart();
            var moment = new Moment(progress.step(), steps(), epochs(), rate());
            bench.rehearse(moment, alwaysGetsReady, batchSizes());
            if (step.isCaptured() || alwaysGetsReady) { // otherwise memory is perhaps too short for it
                checkpoints.getReady(bench.state(), bench.result());
            }
            return clock.sinceStart() - before;
        });
        progress = progress.with(progress.effort().plusReady(seconds));
        var report = new TrainingObserver.ReadyReport(progress.epoch(), progress.step(), seconds, step.isCaptured());
        observers.forEach(each -> each.gotReady(report));
    }

    private void report(BiConsumer<TrainingObserver, TrainingObserver.PhaseReport> event) {
        if (course.phases().size() > 1) {
            var report = new TrainingObserver.PhaseReport(
                    progress.phase().index(),
                    course.phases().size(),
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

    private Optional<Outcome> fit(BatchFeed feed, Inflow inflow, Clock from, BooleanSupplier stopRequested) {
        for (var clock = from; true; clock = clock.next()) {
            if (!trainEpoch(feed, inflow, clock, stopRequested)) {
                checkpoint(bench.reading());
                return Optional.of(new Outcome.Stopped(progress));
            }
            var test = progress.batch() < batches()
                    ? Optional.of(endWithinEpoch(clock))
                    : finishEpoch(clock, inputReport(feed));
            var over = end(progress);
            if (over.isPresent() && test.isPresent()) {
                return Optional.of(new Outcome.Finished(training(), test.get(), progress, over.get(), spent));
            }
            if (course.isOver(progress)) {
                return Optional.empty();
            }
        }
    }

    private Optional<LoopSettings.End> end(Progress at) {
        return settings.loop().end(at, settings.epochs());
    }

    /** The means of the epoch under way, or of the last one where none is. */
    private Score training() {
        return progress.batch() > 0 ? totals.score() : progress.lastEpoch();
    }

    private static TrainingObserver.InputReport inputReport(BatchFeed feed) {
        var plain = PageLockedMemory.whyPlain().stream().map("copies make the host wait: "::concat);
        var decisions = Stream.concat(plain, feed.decisions().stream()).toList();
        return new TrainingObserver.InputReport(feed.statistics(), decisions, feed.skipped());
    }

    /** Trains the rest of the epoch, or up to the end of the run; false when asked to stop before. */
    private boolean trainEpoch(BatchFeed feed, Inflow inflow, Clock clock, BooleanSupplier stopRequested) {
        while (progress.batch() < batches()) {
            clock.count(step(feed, inflow));
            progress = progress.afterStep(feed.state(), totals.images(), clock.total());
            observers.forEach(each -> each.afterStep(progress.step()));
            if (progress.step()
                    < steps()) { // the state of the data is noted: a run that stops here goes on with that batch
                inflow.bringNext(feed);
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
                    checkpoint(bench.reading());
                }
            }
        }
        return true;
    }

    /** Trains on the next batch; returns the number of pictures. */
    private int step(BatchFeed feed, Inflow inflow) {
        int size = inflow.take(feed);
        int parts = step.parts();
        step.run(new Moment(progress.step(), steps(), epochs(), rate()));
        times.ends();
        if (step.parts() > parts) {
            int micro = Math.ceilDiv(phase.data().batch(), step.parts());
            var report = new TrainingObserver.MemoryReport(progress.epoch(), progress.step() + 1, micro, step.parts());
            observers.forEach(each -> each.ranOutOfMemory(report));
        }
        return size;
    }

    /** Since the epoch began; what the device still computes is not in it. */
    private TimeSplit time(Clock clock) {
        return times.read().since(timesBeforeEpoch, clock.sinceStart());
    }

    /** Steps of the whole run. */
    private long steps() {
        return settings.loop().steps(course.steps(progress, settings.epochs()));
    }

    /** Epochs so far, with the part of the present one. */
    private double epochs() {
        return progress.epoch() + progress.batch() / (double) batches();
    }

    private double rate() {
        long warmUp = course.stepsOf(settings.rate().warmUpEpochs());
        // What schedules count in epochs they count in those of the last phase, which are whole.
        double perEpoch = course.last().data().batchesPerEpoch();
        var length = new Schedule.Length(warmUp, perEpoch, steps());
        return settings.rate().peak() * settings.rate().schedule().factor(progress.step(), length);
    }

    /** An evaluation as an event of the run: it may be the best so far. */
    private Evaluation evaluate(Clock clock, boolean withinEpoch) {
        times.pauses();
        var test = clock.besides(this::evaluate);
        progress = progress.afterEvaluation(test, clock.total(), course.threshold());
        boolean best = progress.standing().bestStep() == progress.step();
        if (best) {
            checkpoints.saveBest(bench.result(), progress, test);
        }
        var report = new TrainingObserver.EvaluationReport(progress.epoch(), progress.step(), test, best, withinEpoch);
        latest = Optional.of(report);
        observers.forEach(each -> each.evaluated(report));
        return test;
    }

    private Evaluation evaluate() {
        return bench.examination().result();
    }

    private void report(Clock clock) {
        if (progress.step() % settings.loop().logEvery() != 0 && progress.batch() != batches()) {
            return;
        }
        var score = totals.score();
        refuseUnlessFinite("loss", score.loss());
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

    private void refuseUnlessFinite(String what, double value) {
        if (!Double.isFinite(value)) {
            throw new StokerException(
                    "the %s is %s at step %d of epoch %d; the last checkpoint is from before: try a lower --lr, a warm-up, or --precision fp32"
                            .formatted(what, value, progress.step(), progress.epoch() + 1));
        }
    }

    private Evaluation endWithinEpoch(Clock clock) {
        long step = progress.step();
        var test = latest.filter(report -> report.step() == step)
                .map(TrainingObserver.EvaluationReport::test)
                .orElseGet(() -> evaluate(clock, true));
        spent = spent.plus(time(clock));
        report(TrainingObserver::phaseFinished);
        checkpoint(bench.reading());
        return test;
    }

    /** Evaluates where it is time for it, or the last time to do so. */
    private Optional<Evaluation> finishEpoch(Clock clock, TrainingObserver.InputReport inputReport) {
        var reading = bench.reading();
        var training = reading.score();
        double imagesPerSecond = clock.perSecond();
        var after = progress.afterEpoch(training, clock.total());
        boolean due = settings.loop().evaluateEvery().isDue(progress, true)
                || end(after).isPresent()
                || course.isOver(after);
        var test = due ? Optional.of(evaluate(clock, false)) : Optional.<Evaluation>empty();
        var time = time(clock);
        measureEffort();
        var report = new TrainingObserver.EpochReport(
                progress.epoch(),
                settings.epochs(),
                progress.step(),
                training,
                test,
                imagesPerSecond,
                clock.total(),
                progress.effort(),
                time,
                inputReport,
                step.describe());
        observers.forEach(each -> each.epochFinished(report));
        spent = spent.plus(time);
        timesBeforeEpoch = times.read();
        totals.clear();
        progress = progress.afterEpoch(training, clock.total());
        if (course.isOver(progress) || end(progress).isPresent()) {
            report(TrainingObserver::phaseFinished);
        }
        checkpoint(reading);
        return test;
    }

    // ---- state

    private void restore() {
        checkpoints.restore(bench.state()).ifPresent(saved -> {
            progress = saved;
            trainedBefore = saved.effort().training();
            bench.restored(saved);
        });
    }

    /** Of all steps, where the device has been waited for. */
    private void measureEffort() {
        progress = progress.with(progress.effort().withTraining(trainedBefore + times.training()));
    }

    /** Numbers that are none must not take the place of the last checkpoint that can be trained on. */
    private void checkpoint(Totals.Reading reading) {
        times.pauses();
        refuseUnlessFinite("loss", reading.score().loss());
        refuseUnlessFinite("square of the largest weight", reading.number());
        measureEffort();
        checkpoints.save(progress, bench.state());
        observers.forEach(each -> each.checkpointed(progress));
    }

    /** Writes the weights alone, under the names of a PyTorch state_dict. */
    public void save(Path file, Map<String, String> metadata) {
        bench.save(file, metadata);
    }

    @Override
    public void close() {
        try {
            checkpoints.finish(); // after a failure, too: what was kept before it must not be lost
        } finally {
            bench.close();
        }
    }
}
