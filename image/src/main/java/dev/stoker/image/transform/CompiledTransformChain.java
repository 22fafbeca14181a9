package dev.stoker.image.transform;

import dev.stoker.core.Shape;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.ScratchBuffers;
import java.lang.foreign.MemorySegment;

/**
 * A recipe made ready for rows of one shape. It keeps no state, so that any number of workers may run it, each with its
 * own scratch; the row depends on the image and the draws alone.
 */
public interface CompiledTransformChain {
    /** The shape of the rows. */
    Shape target();

    /** Decodes an image, does what the recipe says, and writes the row in full. */
    void run(MemorySegment encoded, MemorySegment row, SeededRandom draws, ScratchBuffers scratch);

    /** The same for pixels that need no decoding: {@code shape.bytes()} of them, row by row, channels innermost. */
    void run(MemorySegment pixels, Shape shape, MemorySegment row, SeededRandom draws, ScratchBuffers scratch);
}
