package dev.stoker.datasets;

import dev.stoker.image.transform.PaddingMode;
import dev.stoker.image.transform.ParameterRange;
import dev.stoker.image.transform.RandomResizedCrop;
import java.util.OptionalInt;

/**
 * How training images are augmented, where it differs from the default of the dataset.
 *
 * @param shift the maximum random shift of a small image in pixels, in each direction; empty for the default
 * @param paddingMode how pixels outside a shifted image are filled
 * @param minArea the minimum area of a random resized crop of an encoded image, as a fraction of the image
 * @param ratio the aspect ratios of a random resized crop, as width per height
 * @param strength scales all augmentation: 0 for none, 1 for all
 * @param side the side of the training images in pixels; empty for the size at which they are evaluated
 * @param transforms the transforms after cropping and flipping
 */
public record AugmentationSettings(
        FlipMode flip,
        OptionalInt shift,
        PaddingMode paddingMode,
        double minArea,
        ParameterRange ratio,
        double strength,
        OptionalInt side,
        ImageTransforms transforms) {
    public static final AugmentationSettings DEFAULTS =
            new AugmentationSettings(FlipMode.AUTO, OptionalInt.empty(), PaddingMode.BLACK);

    /** The default minimum area of a random resized crop, as a fraction of the image. */
    public static final double MIN_AREA = RandomResizedCrop.DEFAULT_AREA.from();

    public AugmentationSettings {
        if (!(minArea > 0 && minArea <= 1) || !(strength >= 0 && strength <= 1)) {
            throw new IllegalArgumentException(
                    "the minimum area and the strength must be between 0 and 1, got %s and %s"
                            .formatted(minArea, strength));
        }
    }

    /** With the default aspect ratios. */
    public AugmentationSettings(
            FlipMode flip,
            OptionalInt shift,
            PaddingMode paddingMode,
            double minArea,
            double strength,
            OptionalInt side,
            ImageTransforms transforms) {
        this(flip, shift, paddingMode, minArea, RandomResizedCrop.DEFAULT_RATIO, strength, side, transforms);
    }

    /** At full strength, at the size of evaluation. */
    public AugmentationSettings(FlipMode flip, OptionalInt shift, PaddingMode paddingMode) {
        this(
                flip,
                shift,
                paddingMode,
                RandomResizedCrop.DEFAULT_AREA.from(),
                1,
                OptionalInt.empty(),
                TransformSettings.NONE);
    }

    /** The same with further transforms. */
    public AugmentationSettings with(ImageTransforms other) {
        return new AugmentationSettings(flip, shift, paddingMode, minArea, ratio, strength, side, other);
    }

    /** Which images are flipped horizontally. */
    public enum FlipMode {
        /** Half of them at random, unless a dataset's images lose their class when flipped, as digits do. */
        AUTO,
        NONE,
        /** Half of them at random, others in each epoch. */
        RANDOM,
        /** Half of them at random in the first epoch; then each alternates from epoch to epoch. */
        ALTERNATING
    }
}
