package dev.stoker.image;

import dev.stoker.core.Draws;
import dev.stoker.core.PictureDemands;
import dev.stoker.core.PictureParameters;
import dev.stoker.core.Shape;
import java.lang.foreign.MemorySegment;

/**
 * A recipe that says in {@link PictureParameters} how a picture is made and makes no pixels. It takes the same draws in the
 * same order as the {@link CompiledRecipe} of the same recipe, so that both mean the same picture. It keeps no state.
 */
public interface DrawnRecipe {
    /** The shape of the pictures. */
    Shape target();

    /** What the parameters may ask for. */
    PictureDemands demands();

    /** Writes the parameters in full, of the picture with this index and shape among the sources. */
    void draw(int index, Shape source, Draws draws, MemorySegment parameters);

    /** Adds what the recipe paints, and only that, to parameters that say already what is seen. */
    void paint(Draws draws, MemorySegment parameters);
}
