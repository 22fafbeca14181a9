package dev.stoker.train;

import dev.stoker.data.BatchFeed;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.train.TrainingObserver.PhaseReport;
import dev.stoker.train.evaluation.CorruptImages;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.evaluation.LossAndAccuracy;
import dev.stoker.train.step.StepState;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Notifies observers of the progress of a run. */
final class TrainingReports {
    /** Between two reports of progress. */
    private static final long PROGRESS_NANOS = 200_000_000;

    private final TrainingObserver observer;
    private final TrainingPhases phases;
    private final RunSchedule schedule;
    private final int epochs;
    private long lastProgress = System.nanoTime() - PROGRESS_NANOS;

    TrainingReports(TrainingObserver observer, TrainingPhases phases, RunSchedule schedule, int epochs) {
        this.observer = observer;
        this.phases = phases;
        this.schedule = schedule;
        this.epochs = epochs;
    }

    void started(TrainingProgress from) {
        observer.started(from, epochs, batches(from));
    }

    void checkpointDamaged(DamagedCheckpoint damaged) {
        observer.checkpointDamaged(damaged);
    }

    private int batches(TrainingProgress progress) {
        return phases.at(progress).data().batchesPerEpoch();
    }

    void phaseStarted(TrainingProgress progress) {
        ofPhase(progress, observer::phaseStarted);
    }

    void phaseFinished(TrainingProgress progress) {
        ofPhase(progress, observer::phaseFinished);
    }

    /** A run of one phase does not mention it. */
    private void ofPhase(TrainingProgress progress, Consumer<PhaseReport> event) {
        int count = phases.phases().size();
        if (count > 1) {
            event.accept(new PhaseReport(
                    progress.phase().index(),
                    count,
                    phases.at(progress).title(),
                    progress.epoch(),
                    progress.step(),
                    progress.phaseResult()));
        }
    }

    void warmedUp(TrainingProgress progress, double seconds, boolean captured) {
        observer.warmedUp(new TrainingObserver.WarmUpReport(progress.epoch(), progress.step(), seconds, captured));
    }

    /** {@code score} is asked for only where progress is reported. */
    void afterStep(TrainingProgress progress, ThroughputClock clock, Supplier<Optional<LossAndAccuracy>> score) {
        observer.afterStep(progress.step());
        long now = System.nanoTime();
        if (now - lastProgress >= PROGRESS_NANOS) {
            lastProgress = now;
            observer.progressed(new TrainingObserver.ProgressReport(
                    progress.epoch(),
                    progress.step(),
                    progress.batch(),
                    batches(progress),
                    schedule.steps(progress),
                    clock.perSecond(),
                    score.get()));
        }
    }

    void evaluating(int done, OptionalInt batches) {
        observer.evaluating(done, batches);
    }

    /** The next step has needed so many micro-batches. */
    void ranOutOfMemory(TrainingProgress progress, int microBatches, boolean recomputed) {
        int images = Math.ceilDiv(phases.at(progress).data().rowsPerBatch(), microBatches);
        observer.ranOutOfMemory(new TrainingObserver.MemoryReport(
                progress.epoch(), progress.step() + 1, images, microBatches, recomputed));
    }

    void stepped(TrainingProgress progress, LossAndAccuracy score, double imagesPerSecond, TimeBreakdown time) {
        observer.stepped(new TrainingObserver.StepReport(
                progress.epoch(),
                progress.step(),
                progress.batch(),
                batches(progress),
                score,
                schedule.learningRate(progress),
                imagesPerSecond,
                schedule.steps(progress),
                time));
    }

    void evaluated(TrainingProgress progress, Evaluation validation, boolean best, boolean withinEpoch) {
        observer.evaluated(new TrainingObserver.EvaluationReport(
                progress.epoch(), progress.step(), validation, best, withinEpoch));
    }

    /** What the training metrics, the clock and the feed say at the end of an epoch. */
    record EndOfEpoch(
            LossAndAccuracy training,
            Optional<Evaluation> validation,
            double imagesPerSecond,
            double seconds,
            TimeBreakdown time,
            TrainingObserver.InputReport input) {}

    void epochFinished(TrainingProgress progress, EndOfEpoch end, StepState stepping) {
        observer.epochFinished(new TrainingObserver.EpochReport(
                progress.epoch(),
                epochs,
                progress.step(),
                end.training,
                end.validation,
                end.imagesPerSecond,
                end.seconds,
                progress.elapsedTime(),
                end.time,
                end.input,
                stepping));
    }

    static TrainingObserver.InputReport ofInput(BatchFeed feed, CorruptImages corrupt) {
        var pageable = PinnedMemory.whyPageable().stream().map("copies make the host wait: "::concat);
        var decisions = Stream.concat(pageable, feed.decisions().stream()).toList();
        return new TrainingObserver.InputReport(feed.statistics(), feed.requests(), decisions, corrupt);
    }

    void checkpointed(TrainingProgress progress) {
        observer.checkpointed(progress);
    }
}
