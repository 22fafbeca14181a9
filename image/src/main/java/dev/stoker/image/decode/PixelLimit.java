package dev.stoker.image.decode;

import dev.stoker.image.InvalidImageException;

/**
 * The largest image that is decoded. A file of a few kilobytes can claim gigabytes of pixels, so this is checked on
 * the header. The default allows the images of every camera; its side is the maximum of libjpeg.
 */
public record PixelLimit(long pixels, int side) {
    public static final PixelLimit DEFAULT = new PixelLimit(100_000_000, 65_500);

    public PixelLimit {
        if (pixels < 1 || side < 1) {
            throw new IllegalArgumentException(
                    "a pixel limit must be positive, got %,d pixels and sides of %,d".formatted(pixels, side));
        }
    }

    /** Throws for images without pixels or beyond the limit. */
    public void check(ImageHeader header) {
        if (header.width() < 1 || header.height() < 1) {
            throw new InvalidImageException(
                    "%s without pixels: %d×%d".formatted(header.format(), header.width(), header.height()));
        }
        long count = (long) header.width() * header.height();
        if (count > pixels || header.width() > side || header.height() > side) {
            throw new InvalidImageException(
                    "%s of %,d×%,d = %,d pixels, beyond the limit of %,d pixels and sides of %,d; raise the limit if this is intended"
                            .formatted(header.format(), header.width(), header.height(), count, pixels, side));
        }
    }
}
