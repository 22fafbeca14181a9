package dev.stoker.image.decode;

/** A rectangle of pixels. */
public record ImageRegion(int left, int top, int width, int height) {
    public ImageRegion {
        if (left < 0 || top < 0 || width < 1 || height < 1) {
            throw new IllegalArgumentException(
                    "a region must have pixels and no negative position, got %d×%d at (%d, %d)"
                            .formatted(width, height, left, top));
        }
    }
}
