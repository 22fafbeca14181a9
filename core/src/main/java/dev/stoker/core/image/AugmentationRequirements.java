package dev.stoker.core.image;

/**
 * What {@link AugmentationParameters} of a dataset may ask for that takes more than one pass over an image. It must be known
 * before the first batch, since a captured CUDA graph does the same work for every batch.
 *
 * @param mean whether an image may need its mean gray level, for contrast
 * @param blur whether an image may be blurred
 * @param operations the most {@link OperationParameters operations} that an image may have
 * @param mix whether operations may mix variants of an image
 */
public record AugmentationRequirements(boolean mean, boolean blur, int operations, boolean mix) {
    public static final AugmentationRequirements NONE = new AugmentationRequirements(false, false);

    public AugmentationRequirements {
        if (operations < 0 || operations > OperationParameters.MAXIMUM) {
            throw new IllegalArgumentException(
                    "an image has up to %d operations, got %d".formatted(OperationParameters.MAXIMUM, operations));
        }
    }

    /** Of images without operations. */
    public AugmentationRequirements(boolean mean, boolean blur) {
        this(mean, blur, 0, false);
    }
}
