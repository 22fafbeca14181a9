package dev.stoker.train;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataState;
import java.util.List;
import java.util.Optional;

/** The data of a run as functions: the loop asks for data and gets batches. */
public interface TrainingData {
    Shape shape();

    /** What values are on their way to the device: bytes, which are normalized there, or floats that are ready. */
    default DataType type() {
        return DataType.UINT8;
    }

    /** The images that training rows only say how to use; empty where rows hold what the net is to see. */
    default Optional<DeviceImageSource> drawn() {
        return Optional.empty();
    }

    int trainingImages();

    /** Images of a full batch, for training and test alike. */
    int batch();

    int batchesPerEpoch();

    /** The training batches of all epochs, one epoch behind the other without a gap, from a state on, in memory of a kind. */
    BatchFeed training(DataState state, BatchMemoryAllocator memory);

    /** The test batches, once. */
    BatchFeed test(BatchMemoryAllocator memory);

    /** Mean of each channel as a fraction of a full byte. */
    List<Double> mean();

    /** Deviation of each channel as a fraction of a full byte. */
    List<Double> deviation();
}
