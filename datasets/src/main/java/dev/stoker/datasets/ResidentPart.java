package dev.stoker.datasets;

import dev.stoker.core.PictureDemands;
import dev.stoker.core.PictureParameters;
import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.data.Rows;
import java.lang.foreign.MemorySegment;

/**
 * Samples of one shape that lie in memory as pixels: a device can hold all of them and make training pictures out of parameters,
 * which are all that travels then.
 */
public interface ResidentPart {
    int size();

    /** The shape of all samples. */
    Shape shape();

    /** Writes the pixels of {@code count} samples from {@code first} on, one behind the other. */
    void copy(int first, int count, MemorySegment pixels);

    /**
     * The same training pictures as {@link Part#augmented(Augmentation, Seed)} makes, in numbers; refuses what they cannot say.
     */
    Drawn drawn(Augmentation augmentation, Seed seed);

    /**
     * Rows of parameters instead of rows of pixels.
     *
     * @param rows rows of {@link PictureParameters}, whose sources are samples by their index here; labels as ever
     * @param target the shape of the pictures
     * @param demands what a maker of pictures must be ready for
     */
    record Drawn(Rows<?> rows, Shape target, PictureDemands demands) {}
}
