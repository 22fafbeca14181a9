package dev.stoker.image.transform;

/** The middle of the image; where the image is smaller, black surrounds it. */
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
