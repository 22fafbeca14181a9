package dev.stoker.train;

import dev.stoker.data.StageStatistics;
import java.util.List;

/** Hears what happens in a run, on the thread that trains. */
public interface TrainingObserver {

    /** A report during an epoch: the running means since the epoch began. */
    record StepReport(int epoch, long step, int batch, int batches, Score score, double rate, double imagesPerSecond) {}

    /** The end of an epoch: training means and the test set. */
    record EpochReport(
            int epoch,
            int epochs,
            long step,
            Score training,
            Score test,
            double imagesPerSecond,
            double seconds,
            InputReport input) {}

    /** The training data since the run began or was resumed: where its time went, and what was decided about it. */
    record InputReport(List<StageStatistics> stages, List<String> decisions, long skipped) {
        public InputReport {
            stages = List.copyOf(stages);
            decisions = List.copyOf(decisions);
        }
    }

    default void started(int firstEpoch, int firstBatch, int epochs, int batches) {}

    default void stepped(StepReport report) {}

    default void epochFinished(EpochReport report) {}

    default void checkpointed(Progress progress) {}
}
