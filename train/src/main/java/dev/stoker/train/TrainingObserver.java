package dev.stoker.train;

import dev.stoker.data.StageStatistics;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.evaluation.LossAndAccuracy;
import dev.stoker.train.step.StepState;
import java.util.List;
import java.util.Optional;

/** Hears what happens in a run, on the thread that trains. */
public interface TrainingObserver {

    /** A report during an epoch: the running means and the time since it began, and the steps that the run will have. */
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

    /** A phase, counted from 0, of so many: how far the run had come, and what the phase has come to by now. */
    record PhaseReport(int phase, int phases, String title, int epoch, long step, PhaseResult result) {}

    /** An evaluation, within an epoch or at its end, and whether it is the best so far. */
    record EvaluationReport(int epoch, long step, Evaluation test, boolean best, boolean withinEpoch) {}

    /** Before the first step of a run or phase: how long it took until steps could be replayed, and whether they are. */
    record WarmUpReport(int epoch, long step, double seconds, boolean captured) {}

    /**
     * The end of an epoch: training means, the test set where it was time for it, what steps have taken of the run's seconds,
     * and where the epoch's time went.
     */
    record EpochReport(
            int epoch,
            int epochs,
            long step,
            LossAndAccuracy training,
            Optional<Evaluation> test,
            double imagesPerSecond,
            double seconds,
            ElapsedTime elapsedTime,
            TimeBreakdown time,
            InputReport input,
            StepState stepping) {}

    /** The training data since the run began or was resumed: where its time went, and what was decided about it. */
    record InputReport(List<StageStatistics> stages, List<String> decisions, long skipped) {
        public InputReport {
            stages = List.copyOf(stages);
            decisions = List.copyOf(decisions);
        }
    }

    /** A step did not fit into the memory of the device; it and all that follow are done in more and smaller parts. */
    record MemoryReport(int epoch, long step, int microBatch, int accumulate) {}

    /** {@code batches} are those of an epoch of the phase that the run is in. */
    default void started(TrainingProgress from, int epochs, int batches) {}

    /** A phase begins or, in a run that was resumed, goes on; runs of one phase say nothing of it. */
    default void phaseStarted(PhaseReport report) {}

    default void phaseFinished(PhaseReport report) {}

    /** Only where steps are captured. */
    default void warmedUp(WarmUpReport report) {}

    /** Called once for each step, as soon as it has been handed to the device: {@code step} are done, and it must be quick. */
    default void afterStep(long step) {}

    default void stepped(StepReport report) {}

    default void ranOutOfMemory(MemoryReport report) {}

    default void evaluated(EvaluationReport report) {}

    default void epochFinished(EpochReport report) {}

    default void checkpointed(TrainingProgress progress) {}
}
