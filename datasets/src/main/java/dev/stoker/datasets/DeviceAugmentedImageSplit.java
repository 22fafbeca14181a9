package dev.stoker.datasets;

import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.core.image.HostDecoder;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.core.random.Seed;
import dev.stoker.data.Rows;

/**
 * Encoded images of any size that travel to a device as they are, or as pixels, each with the numbers by which the device makes
 * the training image.
 */
public interface DeviceAugmentedImageSplit {
    /** Who decodes images that a device could decode. */
    sealed interface Decoding {
        /** Workers, in full; the device crops and paints. */
        record ByWorkers() implements Decoding {}

        /** The device, but for a part: that one, workers make into finished images. Which ones follows from their numbers. */
        record OnDevice(double share) implements Decoding {
            public OnDevice {
                if (!(share >= 0 && share <= 1)) {
                    throw new IllegalArgumentException("a share lies between 0 and 1, got " + share);
                }
            }
        }
    }

    /** Rows and cells in which nearly all images have room; looks at some of them. */
    ImageRowLayout layout(Decoding decoding);

    /** The same training images as {@link DatasetSplit#augmented(AugmentationSettings, Seed)} makes; refuses what numbers cannot say. */
    Drawn drawn(AugmentationSettings augmentation, Seed seed, ImageRowLayout layout, Decoding decoding);

    /** Decodes what a device could not; an image that nobody can is an error that names it. */
    HostDecoder host();

    /** Where a sample comes from, for people. */
    String describe(long sample);

    /**
     * Rows that carry images.
     *
     * @param rows as {@link ImageRowLayout} lays them out; labels as ever
     * @param target the shape of the training images
     * @param requirements what a maker of images must be ready for
     */
    record Drawn(Rows<?> rows, Shape target, AugmentationRequirements requirements) {}
}
