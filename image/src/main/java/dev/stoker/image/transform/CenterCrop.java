package dev.stoker.image.transform;

/** The center of the image; a smaller image is padded with black. */
public record CenterCrop(int height, int width) implements GeometricTransform {
    public CenterCrop {
        TransformPreconditions.size(height, width);
    }

    public CenterCrop(int size) {
        this(size, size);
    }

    @Override
    public CenterCrop atStrength(double strength) {
        return this;
    }
}
