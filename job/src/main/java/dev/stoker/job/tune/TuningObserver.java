package dev.stoker.job.tune;

import dev.stoker.train.search.BatchSizeMeasurement;

/** Hears how numbers are looked for before training, and may end it. */
public interface TuningObserver {
    /** Who hears nothing and stops nothing. */
    TuningObserver NOBODY = new TuningObserver() {};

    default void learningRateTried(int step, int steps) {}

    default void batchSizeTried(BatchSizeMeasurement point) {}

    default boolean stopRequested() {
        return false;
    }
}
