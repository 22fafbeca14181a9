package dev.stoker.image.transform;

/** A random crop of this size, from the image padded with {@code padding} black pixels on each side. */
public record RandomCrop(int height, int width, int padding) implements GeometricTransform {
    public RandomCrop {
        TransformPreconditions.size(height, width);
        if (padding < 0 || padding >= Math.min(height, width)) {
            throw new IllegalArgumentException("padding must be at least 0 and less than the crop, got %d for %d×%d"
                    .formatted(padding, height, width));
        }
    }

    public RandomCrop(int size, int padding) {
        this(size, size, padding);
    }

    @Override
    public RandomCrop atStrength(double strength) {
        return new RandomCrop(height, width, (int) Math.round(padding * strength));
    }
}
