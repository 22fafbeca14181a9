package dev.stoker.image.transform;

/** Resizes to this size, without keeping the aspect ratio. */
public record Resize(int height, int width, Interpolation interpolation) implements GeometricTransform {
    public Resize {
        TransformPreconditions.size(height, width);
    }

    @Override
    public Resize atStrength(double strength) {
        return this;
    }
}
