package dev.stoker.train;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.image.HostImages;
import dev.stoker.core.image.ImageRoute;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.BatchShare;
import dev.stoker.data.DataState;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The data of a run as functions: the training loop asks for data and gets batches. */
public interface TrainingData {
    /** The shape of the samples that the model sees. */
    Shape shape();

    /** The type of transferred values: bytes, which are normalized on the device, or floats, which are used unchanged. */
    default DataType type() {
        return DataType.UINT8;
    }

    /** Where training images are decoded, augmented and kept; decides what {@link #training training rows} hold. */
    default ImageRoute imageRoute() {
        return ImageRoute.host();
    }

    /** The training images on the host, for what the route asks of them besides rows. */
    default HostImages hostImages() {
        return HostImages.NONE;
    }

    int trainingImages();

    /** Batch size, for training and evaluation alike: of all ranks together. */
    int batch();

    /** The rows of each batch that this process loads: all of them, unless several ranks train together. */
    default BatchShare share() {
        return BatchShare.ALL;
    }

    /** The most rows of a batch that this process loads. */
    default int rowsPerBatch() {
        return share().rows(batch());
    }

    /** The most corrupt samples that are skipped; 0 where a corrupt one is an error. */
    default int corruptLimit() {
        return 0;
    }

    int batchesPerEpoch();

    /** The training batches of all epochs, one epoch after another without a gap, from a state on, in memory of a kind. */
    BatchFeed training(DataState state, BatchMemoryAllocator memory);

    /** The batches that are evaluated while training, once. */
    BatchFeed validation(BatchMemoryAllocator memory);

    /** The number of {@link #validation} batches, where it is known. */
    default OptionalInt validationBatches() {
        return OptionalInt.empty();
    }

    /** The batches that are evaluated after training, once; empty where there are none. */
    default Optional<BatchFeed> test(BatchMemoryAllocator memory) {
        return Optional.empty();
    }

    /** The number of {@link #test} batches, where it is known. */
    default OptionalInt testBatches() {
        return OptionalInt.empty();
    }

    /** Mean of each channel as a fraction of 255. */
    List<Double> mean();

    /** Standard deviation of each channel as a fraction of 255. */
    List<Double> deviation();
}
