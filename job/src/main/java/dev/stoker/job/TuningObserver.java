package dev.stoker.job;

import dev.stoker.train.BatchPoint;

/** Hears how numbers are looked for before training, and may end it. */
public interface TuningObserver {
    /** Who hears nothing and stops nothing. */
    TuningObserver NOBODY = new TuningObserver() {};

    default void rateTried(int step, int steps) {}

    default void batchTried(BatchPoint point) {}

    default boolean stopRequested() {
        return false;
    }
}
