package dev.stoker.train;

import dev.stoker.data.StageStatistics;
import dev.stoker.data.storage.RequestStatistics;
import dev.stoker.train.evaluation.CorruptImages;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.evaluation.LossAndAccuracy;
import dev.stoker.train.step.StepState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Is notified of what happens in a run, on the training thread. */
public interface TrainingObserver {

    /** A report within an epoch: running means and time since it began, and the total steps of the run. */
    record StepReport(
            int epoch,
            long step,
            int batch,
            int batches,
            LossAndAccuracy score,
            double rate,
            double imagesPerSecond,
            long steps,
            TimeBreakdown time) {}

    /**
     * How far an epoch is; {@code score} is the running mean where reading it does not make the host wait for the device.
     */
    record ProgressReport(
            int epoch,
            long step,
            int batch,
            int batches,
            long steps,
            double imagesPerSecond,
            Optional<LossAndAccuracy> score) {}

    /** A phase, counted from 0, of so many: the progress of the run, and the result of the phase so far. */
    record PhaseReport(int phase, int phases, String title, int epoch, long step, PhaseResult result) {}

    /** An evaluation on the validation data, within an epoch or at its end, and whether it is the best so far. */
    record EvaluationReport(int epoch, long step, Evaluation validation, boolean best, boolean withinEpoch) {}

    /** The warm-up before the first step of a run or phase: how long it took, and whether steps are captured. */
    record WarmUpReport(int epoch, long step, double seconds, boolean captured) {}

    /**
     * The end of an epoch: training metrics, the evaluation where one was due, the training time of the run, and the time
     * breakdown of the epoch.
     */
    record EpochReport(
            int epoch,
            int epochs,
            long step,
            LossAndAccuracy training,
            Optional<Evaluation> validation,
            double imagesPerSecond,
            double seconds,
            ElapsedTime elapsedTime,
            TimeBreakdown time,
            InputReport input,
            StepState stepping) {}

    /** The input pipeline since the run began or was resumed: the time of its stages, and what was decided about it. */
    record InputReport(
            List<StageStatistics> stages, RequestStatistics requests, List<String> decisions, CorruptImages corrupt) {
        public InputReport {
            stages = List.copyOf(stages);
            decisions = List.copyOf(decisions);
        }

        /** The time that workers spent on reading, decoding or transforming rows, all workers together. */
        public Duration time(StageStatistics.Kind kind) {
            return StageStatistics.service(stages, kind);
        }
    }

    /**
     * A step did not fit into the memory of the device; it and all that follow use more and smaller micro-batches, or compute
     * activations again instead of keeping them.
     */
    record MemoryReport(int epoch, long step, int microBatch, int accumulate, boolean recomputed) {
        public MemoryReport(int epoch, long step, int microBatch, int accumulate) {
            this(epoch, step, microBatch, accumulate, false);
        }
    }

    /** The evaluations on the test data after training: of the best weights, which are those of a step, and of the last. */
    record TestReport(long step, long bestStep, Evaluation best, Evaluation last) {}

    /** {@code batches} is the number of batches of an epoch in the present phase. */
    default void started(TrainingProgress from, int epochs, int batches) {}

    /** The run continues from an older checkpoint than the newest; called after {@link #started}. */
    default void checkpointDamaged(DamagedCheckpoint damaged) {}

    /** A phase begins or, in a run that was resumed, continues; not called in runs of a single phase. */
    default void phaseStarted(PhaseReport report) {}

    default void phaseFinished(PhaseReport report) {}

    /** Only where steps are captured. */
    default void warmedUp(WarmUpReport report) {}

    /** Called once for each step, as soon as it is launched on the device; {@code step} counts from 1. It must be quick. */
    default void afterStep(long step) {}

    /** After the first step, and then a few times a second, as long as steps are that frequent. It must be quick. */
    default void progressed(ProgressReport report) {}

    default void stepped(StepReport report) {}

    default void ranOutOfMemory(MemoryReport report) {}

    /** Before each batch of an evaluation, {@code done} of {@code batches}, where that number is known. It must be quick. */
    default void evaluating(int done, OptionalInt batches) {}

    default void evaluated(EvaluationReport report) {}

    default void epochFinished(EpochReport report) {}

    default void tested(TestReport report) {}

    default void checkpointed(TrainingProgress progress) {}
}
