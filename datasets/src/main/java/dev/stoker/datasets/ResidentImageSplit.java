package dev.stoker.datasets;

import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.core.random.Seed;
import dev.stoker.data.Rows;
import java.lang.foreign.MemorySegment;

/**
 * Samples of one shape that lie in memory as pixels: a device can hold all of them and make training images out of parameters,
 * which are all that travels then.
 */
public interface ResidentImageSplit {
    int size();

    /** The shape of all samples. */
    Shape shape();

    /** Writes the pixels of {@code count} samples from {@code first} on, one behind the other. */
    void copy(int first, int count, MemorySegment pixels);

    /**
     * The same training images as {@link DatasetSplit#augmented(AugmentationSettings, Seed)} makes, in numbers; refuses what they cannot say.
     */
    Drawn drawn(AugmentationSettings augmentation, Seed seed);

    /**
     * Rows of parameters instead of rows of pixels.
     *
     * @param rows rows of {@link AugmentationParameters}, whose sources are samples by their index here; labels as ever
     * @param target the shape of the images
     * @param requirements what a maker of images must be ready for
     */
    record Drawn(Rows<?> rows, Shape target, AugmentationRequirements requirements) {}
}
