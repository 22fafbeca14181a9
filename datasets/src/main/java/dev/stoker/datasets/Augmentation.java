package dev.stoker.datasets;

import dev.stoker.image.Edge;
import java.util.OptionalInt;

/**
 * How small pictures are changed for training, where it is to differ from what is usual for the set.
 *
 * @param shift the most pixels that a picture moves each way; empty for the usual
 */
public record Augmentation(Flip flip, OptionalInt shift, Edge edge) {
    public static final Augmentation USUAL = new Augmentation(Flip.AUTO, OptionalInt.empty(), Edge.BLACK);

    /** Which pictures are mirrored. */
    public enum Flip {
        /** Half of them by chance, in sets where a mirror image shows the same. */
        AUTO,
        NONE,
        /** Each by chance, anew each epoch. */
        RANDOM,
        /** Each by chance in the first epoch, and from then on the other way round than the epoch before. */
        ALTERNATING
    }
}
