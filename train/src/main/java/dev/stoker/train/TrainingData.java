package dev.stoker.train;

import dev.stoker.core.Shape;
import dev.stoker.data.EpochFeed;
import java.util.List;

/** The data of a run as functions: the loop asks for an epoch and gets batches. */
public interface TrainingData {
    Shape shape();

    int trainingImages();

    int batchesPerEpoch();

    /** The training batches of an epoch, from {@code firstBatch} on. */
    EpochFeed training(int epoch, int firstBatch);

    EpochFeed test();

    /** Mean of each channel as a fraction of a full byte. */
    List<Double> mean();

    /** Deviation of each channel as a fraction of a full byte. */
    List<Double> deviation();
}
