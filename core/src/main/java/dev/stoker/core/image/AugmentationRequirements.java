package dev.stoker.core.image;

/**
 * What {@link AugmentationParameters} of a dataset may ask for that takes more than one pass over an image. It must be known
 * before the first batch, since a captured CUDA graph does the same work for every batch.
 *
 * @param mean whether an image may need its mean gray level, for contrast
 * @param blur whether an image may be blurred
 */
public record AugmentationRequirements(boolean mean, boolean blur) {
    public static final AugmentationRequirements NONE = new AugmentationRequirements(false, false);
}
