package dev.stoker.core;

/**
 * What a series of {@link PictureParameters} may ask for that takes more than one look at each pixel. Whoever makes pictures must
 * know it before, since the work that a device has recorded is the same for every batch.
 *
 * @param mean whether a picture may need its mean grey, for contrast
 * @param blur whether a picture may be blurred
 */
public record PictureDemands(boolean mean, boolean blur) {
    public static final PictureDemands NONE = new PictureDemands(false, false);
}
