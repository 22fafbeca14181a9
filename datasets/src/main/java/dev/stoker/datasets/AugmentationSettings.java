package dev.stoker.datasets;

import dev.stoker.image.transform.PaddingMode;
import dev.stoker.image.transform.RandomResizedCrop;
import java.util.OptionalInt;

/**
 * How images are changed for training, where it is to differ from what is usual for the set.
 *
 * @param shift the most pixels that a small image moves each way; empty for the usual
 * @param minArea the least share of a photograph that a random crop shows
 * @param strength how much of all this there is: 0 for none, 1 for all
 * @param side the side of the squares that images become; empty for the size that they are evaluated in
 * @param paint what is done to images behind that
 */
public record AugmentationSettings(
        FlipMode flip,
        OptionalInt shift,
        PaddingMode edge,
        double minArea,
        double strength,
        OptionalInt side,
        TransformSettings paint) {
    public static final AugmentationSettings USUAL =
            new AugmentationSettings(FlipMode.AUTO, OptionalInt.empty(), PaddingMode.BLACK);

    /** The share of a photograph that a random crop shows at least, if nothing else is said. */
    public static final double MIN_AREA = RandomResizedCrop.DEFAULT_AREA.from();

    public AugmentationSettings {
        if (!(minArea > 0 && minArea <= 1) || !(strength >= 0 && strength <= 1)) {
            throw new IllegalArgumentException(
                    "the least area and the strength lie between 0 and 1, got %s and %s".formatted(minArea, strength));
        }
    }

    /** In full, in the size that images are evaluated in. */
    public AugmentationSettings(FlipMode flip, OptionalInt shift, PaddingMode edge) {
        this(flip, shift, edge, RandomResizedCrop.DEFAULT_AREA.from(), 1, OptionalInt.empty(), TransformSettings.NONE);
    }

    /** The same with something painted. */
    public AugmentationSettings with(TransformSettings paint) {
        return new AugmentationSettings(flip, shift, edge, minArea, strength, side, paint);
    }

    /** Whether it says nothing that only small images can do. */
    public boolean isForEncodedImages() {
        return flip == USUAL.flip && shift.isEmpty() && edge == USUAL.edge;
    }

    /** Which images are flipped. */
    public enum FlipMode {
        /** Half of them by chance, in sets where a flipped image shows the same. */
        AUTO,
        NONE,
        /** Each by chance, anew each epoch. */
        RANDOM,
        /** Each by chance in the first epoch, and from then on the other way round than the epoch before. */
        ALTERNATING
    }
}
