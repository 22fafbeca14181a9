package dev.stoker.core.image;

/**
 * What a series of {@link AugmentationParameters} may ask for that takes more than one look at each pixel. Whoever makes images must
 * know it before, since the work that a device has recorded is the same for every batch.
 *
 * @param mean whether an image may need its mean gray, for contrast
 * @param blur whether an image may be blurred
 */
public record AugmentationRequirements(boolean mean, boolean blur) {
    public static final AugmentationRequirements NONE = new AugmentationRequirements(false, false);
}
