package dev.stoker.image.transform;

import dev.stoker.core.Shape;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.ScratchBuffers;
import java.lang.foreign.MemorySegment;

/**
 * A chain of transforms compiled for rows of one shape. It is stateless: any number of workers may run it, each with its
 * own scratch buffers, and the row depends on the image and the random numbers alone.
 */
public interface CompiledTransformChain {
    /** The shape of the rows. */
    Shape target();

    /** Decodes an image, applies the transforms, and writes the whole row. */
    void run(MemorySegment encoded, MemorySegment row, SeededRandom random, ScratchBuffers scratch);

    /** The same for decoded pixels: {@code shape.bytes()} of them, row by row, channels innermost. */
    void run(MemorySegment pixels, Shape shape, MemorySegment row, SeededRandom random, ScratchBuffers scratch);
}
