package dev.stoker.image.transform;

import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.core.random.SeededRandom;
import java.lang.foreign.MemorySegment;

/**
 * A chain of transforms that writes its sampled {@link AugmentationParameters} instead of pixels. It takes the same random
 * numbers in the same order as the {@link CompiledTransformChain} of the same chain, so that both describe the same image.
 * It is stateless.
 */
public interface AugmentationParameterSampler {
    /** The shape of the images. */
    Shape target();

    /** The operations that the parameters may require. */
    AugmentationRequirements requirements();

    /** Samples all parameters of the source image with this index and shape. */
    void sample(int index, Shape source, SeededRandom random, MemorySegment parameters);

    /** Adds the parameters of the pixel transforms alone, after those of a crop that are written already. */
    void addPixelTransforms(SeededRandom random, MemorySegment parameters);
}
