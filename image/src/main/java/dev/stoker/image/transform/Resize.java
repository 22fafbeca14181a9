package dev.stoker.image.transform;

/** Makes the image this size, whatever its proportions. */
public record Resize(int height, int width, Interpolation interpolation) implements GeometricTransform {
    public Resize {
        TransformPreconditions.size(height, width);
    }

    @Override
    public Resize atStrength(double strength) {
        return this;
    }
}
