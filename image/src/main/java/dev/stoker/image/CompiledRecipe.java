package dev.stoker.image;

import dev.stoker.core.Draws;
import dev.stoker.core.Shape;
import java.lang.foreign.MemorySegment;

/**
 * A recipe made ready for rows of one shape. It keeps no state, so that any number of workers may run it, each with its
 * own scratch; the row depends on the picture and the draws alone.
 */
public interface CompiledRecipe {
    /** The shape of the rows. */
    Shape target();

    /** Decodes a picture, does what the recipe says, and writes the row in full. */
    void run(MemorySegment encoded, MemorySegment row, Draws draws, Scratch scratch);

    /** The same for pixels that need no decoding: {@code shape.bytes()} of them, row by row, channels innermost. */
    void run(MemorySegment pixels, Shape shape, MemorySegment row, Draws draws, Scratch scratch);
}
