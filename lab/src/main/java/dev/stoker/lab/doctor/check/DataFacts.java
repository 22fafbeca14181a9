package dev.stoker.lab.doctor.check;

import dev.stoker.core.Bytes;
import dev.stoker.core.image.StoredImages;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How the training images are stored.
 *
 * @param name of the dataset
 * @param images for training
 * @param stored where they are encoded; empty where they are in memory
 * @param sameClassRun images of one class in a row, on average, in the order that they are stored; empty where that was not
 *     looked at
 * @param source the folder that they can be prepared from; empty where they cannot
 * @param cacheLimit what a cache in memory may hold
 */
public record DataFacts(
        String name,
        int images,
        int classes,
        Optional<StoredImages> stored,
        OptionalDouble sameClassRun,
        Optional<String> source,
        Bytes cacheLimit) {}
