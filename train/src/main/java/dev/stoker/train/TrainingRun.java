package dev.stoker.train;

import dev.stoker.core.StokerException;
import dev.stoker.data.BatchFeed;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.evaluation.LossAndAccuracy;
import dev.stoker.train.evaluation.SelectionMetric;
import dev.stoker.train.internal.device.FreedMemory;
import dev.stoker.train.internal.step.BatchSteps;
import dev.stoker.train.internal.step.RunningMetrics;
import java.util.Optional;
import java.util.OptionalInt;

/** The loop: phases, epochs and steps, from the latest checkpoint until the control ends it. */
final class TrainingRun {
    private final TrainingPhases phases;
    private final SelectionMetric bestBy;
    private final TrainingControl control;
    private final Checkpoints checkpoints;
    private final TrainingReports reports;
    private final TrainerResources resources;
    private final RunSchedule schedule;
    private final RunTimes times;
    private final RunningMetrics metrics;
    private final FreedMemory freedMemory = new FreedMemory();
    private TrainingPhase phase;
    private TrainingProgress progress = TrainingProgress.NONE;
    /** The progress of the newest checkpoint. */
    private TrainingProgress kept = TrainingProgress.NONE;

    private Optional<Evaluation> latestEvaluation = Optional.empty();
    private long latestEvaluationStep = -1;
    /** Whether weights, metrics and progress are those of the same step. */
    private boolean betweenSteps = true;

    TrainingRun(
            TrainingPhases phases,
            TrainingSettings settings,
            TrainingControl control,
            Checkpoints checkpoints,
            TrainingObserver observer,
            TrainerResources resources) {
        this.phases = phases;
        this.control = control;
        this.checkpoints = checkpoints;
        this.resources = resources;
        bestBy = settings.loop().bestBy();
        schedule = new RunSchedule(settings, phases);
        reports = new TrainingReports(observer, phases, schedule, settings.epochs());
        times = new RunTimes(resources.times(), resources.waits());
        metrics = resources.metrics();
        phase = phases.last();
    }

    Trainer.Outcome run() {
        restore();
        phase = phases.at(progress);
        reports.started(progress);
        checkpoints.damaged().forEach(reports::checkpointDamaged);
        var over = control.stopReason(progress);
        if (over.isPresent() && !lacksEvaluation()) {
            return evaluation()
                    .<Trainer.Outcome>map(validation -> finished(validation, over.get()))
                    .orElseGet(() -> new Trainer.Outcome.Stopped(progress));
        }
        while (true) {
            var outcome = runPhase();
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
    }

    private void restore() {
        checkpoints.restore(resources.state()).ifPresent(saved -> {
            progress = saved;
            times.resumeAfter(saved.elapsedTime());
            resources.restored(saved);
        });
        resources.weightsRestored(); // the weights may be those of rank 0
        kept = progress;
    }

    /** Whether the run was stopped in the evaluation that its end or the end of an epoch asks for. */
    private boolean lacksEvaluation() {
        return progress.batch() == batches() || (progress.batch() > 0 && !progress.isEvaluated());
    }

    private Trainer.Outcome finished(Evaluation validation, LoopSettings.StopReason reason) {
        return new Trainer.Outcome.Finished(training(), validation, progress, reason, times.total());
    }

    /** The means of the present epoch, or of the last one where none has begun. */
    private LossAndAccuracy training() {
        return progress.batch() > 0 ? resources.score() : progress.lastEpoch();
    }

    // ---- phases

    /** Trains the rest of a phase; empty where another one follows. */
    private Optional<Trainer.Outcome> runPhase() {
        if (control.phaseIsOver(progress)) {
            progress = progress.inNextPhase();
        }
        try (var _ = TensorScope.open("phase")) {
            enter(phases.at(progress));
            reports.phaseStarted(progress);
            try (var feed = phase.data().training(progress.data(), PinnedMemory.forDevice(resources.device()));
                    var steps = resources.openSteps(times::communicated);
                    var _ = checkpoints.open(resources::stagingBuffer)) {
                var clock = new ThroughputClock(progress.seconds());
                times.epochBegins();
                agreeOnMicroBatches(clock);
                if (resources.step().mayBeCaptured()) {
                    warmUp(clock);
                }
                return runEpochsOrRescue(feed, steps, clock);
            }
        }
    }

    /** A run of one phase has its input on the device already. */
    private void enter(TrainingPhase next) {
        phase = next;
        if (phases.phases().size() > 1) {
            resources.enter(phase);
        }
    }

    private void agreeOnMicroBatches(ThroughputClock clock) {
        int before = resources.step().microBatches();
        boolean recomputed = resources.step().recomputes();
        clock.excluding(() -> {
            resources.agreeOnMicroBatches(schedule.nextStep(progress));
            return before;
        });
        reportMemory(before, recomputed);
    }

    private void reportMemory(int microBatches, boolean recomputed) {
        var step = resources.step();
        if (step.microBatches() > microBatches || step.recomputes() != recomputed) {
            reports.ranOutOfMemory(progress, step.microBatches(), step.recomputes());
        }
    }

    /** While workers prepare the first batches: it counts in the time of the run and not in its throughput. */
    private void warmUp(ThroughputClock clock) {
        double seconds = clock.excluding(() -> {
            double before = clock.sinceStart();
            int[] sizes = TrainerResources.batchSizes(phase.data()).stream()
                    .mapToInt(Integer::intValue)
                    .toArray();
            resources.warmUp(schedule.nextStep(progress), sizes);
            if (resources.step().isCaptured()) { // otherwise memory may be too short for it
                checkpoints.reserve(resources.state(), resources.result());
            }
            return clock.sinceStart() - before;
        });
        progress = progress.with(progress.elapsedTime().plusWarmUp(seconds));
        reports.warmedUp(progress, seconds, resources.step().isCaptured());
    }

    private int batches() {
        return phase.data().batchesPerEpoch();
    }

    // ---- epochs

    /** When the JVM runs out of something between two steps, the steps so far are sound: a checkpoint keeps them. */
    private Optional<Trainer.Outcome> runEpochsOrRescue(BatchFeed feed, BatchSteps steps, ThroughputClock clock) {
        try {
            return runEpochs(feed, steps, clock);
        } catch (VirtualMachineError | LinkageError failure) {
            if (betweenSteps && progress.step() > 0) {
                rescue(failure);
            }
            throw failure;
        }
    }

    private void rescue(Error failure) {
        try {
            checkpoint(resources.reading());
            checkpoints.finish();
        } catch (RuntimeException | Error alsoFailed) {
            failure.addSuppressed(alsoFailed); // the last checkpoint stays the newest
        }
    }

    private Optional<Trainer.Outcome> runEpochs(BatchFeed feed, BatchSteps steps, ThroughputClock from) {
        for (var clock = from; true; clock = clock.next()) {
            if (!trainEpoch(feed, steps, clock) || !finish(clock, feed)) {
                return Optional.of(stopped());
            }
            var over = control.stopReason(progress);
            var validation = latestEvaluation.filter(_ -> latestEvaluationStep == progress.step());
            if (over.isPresent() && validation.isPresent()) {
                return Optional.of(finished(validation.get(), over.get()));
            }
            if (control.phaseIsOver(progress)) {
                return Optional.empty();
            }
        }
    }

    /** What was trained since the newest checkpoint is kept. */
    private Trainer.Outcome stopped() {
        if (progress.step() > 0 && !progress.equals(kept)) {
            checkpoint(resources.reading());
        }
        return new Trainer.Outcome.Stopped(progress);
    }

    /** What to do after a step within an epoch. */
    private enum Next {
        STEP,
        END,
        STOP
    }

    /** Trains the rest of the epoch, or up to the end of the run; false where a stop was requested before. */
    private boolean trainEpoch(BatchFeed feed, BatchSteps steps, ThroughputClock clock) {
        if (control.stopRequested(progress)) {
            return false;
        }
        // A run may have been stopped in the evaluation after a step.
        var next = progress.batch() > 0 && progress.batch() < batches() ? next(clock) : Next.STEP;
        while (next == Next.STEP && progress.batch() < batches()) {
            trainStep(feed, steps, clock);
            if (progress.batch() < batches()) {
                next = next(clock);
                if (next == Next.STEP && control.checkpoints(progress)) {
                    checkpoint(resources.reading());
                }
            }
        }
        return next != Next.STOP;
    }

    private void trainStep(BatchFeed feed, BatchSteps steps, ThroughputClock clock) {
        clock.count(step(feed, steps));
        progress = progress.afterStep(feed.state(), metrics.images(), clock.total());
        resources.afterStep(progress, schedule.steps(progress));
        betweenSteps = true;
        reports.afterStep(progress, clock, resources::scoreWithoutWaiting);
        // The state of the data is noted by now: a run that stops here resumes with the batch that is prefetched.
        if (progress.step() < schedule.steps(progress)) {
            steps.prefetchNext(feed);
        }
        report(clock);
    }

    private Next next(ThroughputClock clock) {
        if (control.evaluatesWithinEpoch(progress)
                && !progress.isEvaluated()
                && evaluate(clock, true).isEmpty()) {
            return Next.STOP;
        }
        if (control.stopReason(progress).isPresent()) {
            return Next.END;
        }
        return control.stopRequested(progress) ? Next.STOP : Next.STEP;
    }

    /** Trains on the next batch; returns the number of images, of all ranks together. A batch of none, all of them corrupt, counts as a step. */
    private int step(BatchFeed feed, BatchSteps steps) {
        int microBatches = resources.step().microBatches();
        boolean recomputed = resources.step().recomputes();
        int size = steps.take(feed);
        betweenSteps = false;
        steps.run(schedule.nextStep(progress));
        reportMemory(microBatches, recomputed);
        return size;
    }

    private void report(ThroughputClock clock) {
        if (control.reports(progress, batches())) {
            var score = resources.score();
            requireFinite("loss", score.loss());
            reports.stepped(progress, score, clock.perSecond(), times.ofEpoch(clock));
        }
    }

    /** At the end of an epoch, or of the run within one; false where a stop was requested in the evaluation. */
    private boolean finish(ThroughputClock clock, BatchFeed feed) {
        return progress.batch() < batches()
                ? endWithinEpoch(clock)
                : finishEpoch(clock, TrainingReports.ofInput(feed, resources.corruptImages(feed)));
    }

    /** The run ends before its epoch does. */
    private boolean endWithinEpoch(ThroughputClock clock) {
        if (latestEvaluationStep != progress.step() && evaluate(clock, true).isEmpty()) {
            return false;
        }
        times.add(times.ofEpoch(clock));
        reports.phaseFinished(progress);
        checkpoint(resources.reading());
        return true;
    }

    private boolean finishEpoch(ThroughputClock clock, TrainingObserver.InputReport input) {
        var reading = resources.reading();
        var training = reading.score();
        double imagesPerSecond = clock.perSecond();
        var after = progress.afterEpoch(training, clock.total());
        boolean evaluates = control.evaluatesAtEndOfEpoch(progress, after);
        var validation = evaluates ? evaluate(clock, false) : Optional.<Evaluation>empty();
        if (evaluates && validation.isEmpty()) {
            return false;
        }
        var time = times.ofEpoch(clock);
        measureElapsedTime();
        reports.epochFinished(
                progress,
                new TrainingReports.EndOfEpoch(training, validation, imagesPerSecond, clock.total(), time, input),
                resources.step().describe());
        times.add(time);
        times.epochBegins();
        betweenSteps = false;
        metrics.clear();
        progress = progress.afterEpoch(training, clock.total());
        betweenSteps = true;
        if (control.phaseIsOver(progress) || control.stopReason(progress).isPresent()) {
            reports.phaseFinished(progress);
        }
        checkpoint(reading);
        return true;
    }

    // ---- evaluations and checkpoints

    /** An evaluation as an event of the run: it may be the best so far. Empty where a stop was requested meanwhile. */
    private Optional<Evaluation> evaluate(ThroughputClock clock, boolean withinEpoch) {
        var evaluation = clock.excluding(() -> {
            try (var _ = times.pause(TimeShare.EVALUATION)) {
                var validation = evaluation();
                freedMemory.returnWhenDue();
                return validation;
            }
        });
        evaluation.ifPresent(validation -> evaluated(validation, clock, withinEpoch));
        return evaluation;
    }

    private Optional<Evaluation> evaluation() {
        if (!resources.prepareEvaluation(this::continuesEvaluation)) {
            return Optional.empty();
        }
        resources.averageStatistics();
        return resources.evaluator().validate(this::continuesEvaluation);
    }

    private boolean continuesEvaluation(int done, OptionalInt batches) {
        reports.evaluating(done, batches);
        return !control.stopRequested(progress);
    }

    private void evaluated(Evaluation validation, ThroughputClock clock, boolean withinEpoch) {
        progress = progress.afterEvaluation(validation, bestBy, schedule.patience(), clock.total(), phases.threshold());
        boolean best = control.isBest(progress);
        if (best) {
            try (var _ = times.pause(TimeShare.CHECKPOINT)) {
                checkpoints.saveBest(resources.result(), progress, validation);
            }
        }
        latestEvaluation = Optional.of(validation);
        latestEvaluationStep = progress.step();
        reports.evaluated(progress, validation, best, withinEpoch);
    }

    /** NaN or infinite values must not replace the last checkpoint that can be trained on. */
    private void checkpoint(RunningMetrics.Reading reading) {
        requireFinite("loss", reading.score().loss());
        requireFinite("square of the largest weight", reading.number());
        measureElapsedTime();
        resources.averageStatistics();
        try (var _ = times.pause(TimeShare.CHECKPOINT)) {
            checkpoints.save(progress, resources.state());
        }
        kept = progress;
        reports.checkpointed(progress);
    }

    private void measureElapsedTime() {
        progress = progress.with(times.measured(progress.elapsedTime()));
    }

    private void requireFinite(String what, double value) {
        if (!Double.isFinite(value)) {
            throw new StokerException(
                            "the %s is %s at step %d of epoch %d; %s: try a lower learning rate, a warm-up, or fp32 precision"
                                    .formatted(what, value, progress.step(), progress.epoch() + 1, lastCheckpoint()))
                    .about("lr", "warm-up", "precision");
        }
    }

    private String lastCheckpoint() {
        return kept.step() > 0
                ? "the last checkpoint, of step %d, is from before".formatted(kept.step())
                : "there is no checkpoint from before, so start again";
    }
}
