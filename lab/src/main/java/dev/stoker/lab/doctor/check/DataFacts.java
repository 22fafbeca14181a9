package dev.stoker.lab.doctor.check;

import dev.stoker.core.Bytes;
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
        Optional<Stored> stored,
        OptionalDouble sameClassRun,
        Optional<String> source,
        Bytes cacheLimit) {

    /**
     * Encoded images; sizes are medians.
     *
     * @param container what holds them, such as files or records
     * @param files image files, or shards
     * @param bytes of all files together
     * @param format such as JPEG
     */
    public record Stored(
            String container, long files, Bytes bytes, String format, int height, int width, Bytes image) {
        boolean inFiles() {
            return container.equals("files");
        }

        /** Pixels as they are, which need no decoding. */
        boolean isRaw() {
            return format.equals("BMP");
        }

        int shorterSide() {
            return Math.min(height, width);
        }

        Bytes perFile() {
            return new Bytes(bytes.count() / Math.max(1, files));
        }
    }
}
