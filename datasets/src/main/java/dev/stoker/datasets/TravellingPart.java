package dev.stoker.datasets;

import dev.stoker.core.HostDecoder;
import dev.stoker.core.PictureDemands;
import dev.stoker.core.PictureRows;
import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.data.Rows;

/**
 * Encoded pictures of any size that travel to a device as they are, or as pixels, each with the numbers by which the device makes
 * the training picture.
 */
public interface TravellingPart {
    /** Who decodes pictures that a device could decode. */
    sealed interface Decoding {
        /** Workers, in full; the device crops and paints. */
        record ByWorkers() implements Decoding {}

        /** The device, but for a part: that one, workers make into finished pictures. Which ones follows from their numbers. */
        record OnDevice(double share) implements Decoding {
            public OnDevice {
                if (!(share >= 0 && share <= 1)) {
                    throw new IllegalArgumentException("a share lies between 0 and 1, got " + share);
                }
            }
        }
    }

    /** Rows and cells in which nearly all pictures have room; looks at some of them. */
    PictureRows layout(Decoding decoding);

    /** The same training pictures as {@link Part#augmented(Augmentation, Seed)} makes; refuses what numbers cannot say. */
    Drawn drawn(Augmentation augmentation, Seed seed, PictureRows layout, Decoding decoding);

    /** Decodes what a device could not; a picture that nobody can is an error that names it. */
    HostDecoder host();

    /** Where a sample comes from, for people. */
    String describe(long sample);

    /**
     * Rows that carry pictures.
     *
     * @param rows as {@link PictureRows} lays them out; labels as ever
     * @param target the shape of the training pictures
     * @param demands what a maker of pictures must be ready for
     */
    record Drawn(Rows<?> rows, Shape target, PictureDemands demands) {}
}
