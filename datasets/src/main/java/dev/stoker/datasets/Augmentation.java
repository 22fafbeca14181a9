package dev.stoker.datasets;

import dev.stoker.image.Edge;
import dev.stoker.image.RandomResizedCrop;
import java.util.OptionalInt;

/**
 * How pictures are changed for training, where it is to differ from what is usual for the set.
 *
 * @param shift the most pixels that a small picture moves each way; empty for the usual
 * @param leastArea the least share of a photograph that a random crop shows
 * @param strength how much of all this there is: 0 for none, 1 for all
 * @param side the side of the squares that pictures become; empty for the size that they are evaluated in
 * @param paint what is done to pictures behind that
 */
public record Augmentation(
        Flip flip, OptionalInt shift, Edge edge, double leastArea, double strength, OptionalInt side, Paint paint) {
    public static final Augmentation USUAL = new Augmentation(Flip.AUTO, OptionalInt.empty(), Edge.BLACK);

    /** The share of a photograph that a random crop shows at least, if nothing else is said. */
    public static final double LEAST_AREA = RandomResizedCrop.DEFAULT_AREA.from();

    public Augmentation {
        if (!(leastArea > 0 && leastArea <= 1) || !(strength >= 0 && strength <= 1)) {
            throw new IllegalArgumentException("the least area and the strength lie between 0 and 1, got %s and %s"
                    .formatted(leastArea, strength));
        }
    }

    /** In full, in the size that pictures are evaluated in. */
    public Augmentation(Flip flip, OptionalInt shift, Edge edge) {
        this(flip, shift, edge, RandomResizedCrop.DEFAULT_AREA.from(), 1, OptionalInt.empty(), Paint.NONE);
    }

    /** The same with something painted. */
    public Augmentation with(Paint paint) {
        return new Augmentation(flip, shift, edge, leastArea, strength, side, paint);
    }

    /** Whether it says nothing that only small pictures can do. */
    boolean isForPhotographs() {
        return flip == USUAL.flip && shift.isEmpty() && edge == USUAL.edge;
    }

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
