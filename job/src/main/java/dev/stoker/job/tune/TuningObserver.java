package dev.stoker.job.tune;

import dev.stoker.train.search.BatchSizeMeasurement;

/** Is notified of the search for a learning rate or batch size before training, and may stop it. */
public interface TuningObserver {
    /** Ignores everything and stops nothing. */
    TuningObserver NONE = new TuningObserver() {};

    default void learningRateTried(int step, int steps) {}

    default void batchSizeTried(BatchSizeMeasurement point) {}

    default boolean stopRequested() {
        return false;
    }
}
