package dev.stoker.train;

/** Hears what happens in a run, on the thread that trains. */
public interface TrainingObserver {

    /** A report during an epoch: the running means since the epoch began. */
    record StepReport(int epoch, long step, int batch, int batches, Score score, double rate, double imagesPerSecond) {}

    /** The end of an epoch: training means and the test set. */
    record EpochReport(
            int epoch, int epochs, long step, Score training, Score test, double imagesPerSecond, double seconds) {}

    default void started(int firstEpoch, int firstBatch, int epochs, int batches) {}

    default void stepped(StepReport report) {}

    default void epochFinished(EpochReport report) {}

    default void checkpointed(Progress progress) {}
}
