package dev.stoker.image.transform;

import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.core.random.SeededRandom;
import java.lang.foreign.MemorySegment;

/**
 * A recipe that says in {@link AugmentationParameters} how an image is made and makes no pixels. It takes the same draws in the
 * same order as the {@link CompiledTransformChain} of the same recipe, so that both mean the same image. It keeps no state.
 */
public interface AugmentationParameterSampler {
    /** The shape of the images. */
    Shape target();

    /** What the parameters may ask for. */
    AugmentationRequirements requirements();

    /** Writes the parameters in full, of the image with this index and shape among the sources. */
    void draw(int index, Shape source, SeededRandom draws, MemorySegment parameters);

    /** Adds what the recipe paints, and only that, to parameters that say already what is seen. */
    void paint(SeededRandom draws, MemorySegment parameters);
}
