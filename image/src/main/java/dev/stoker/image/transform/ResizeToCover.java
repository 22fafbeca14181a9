package dev.stoker.image.transform;

/** Resizes to the smallest size that has at least this height and width, and keeps the aspect ratio. */
public record ResizeToCover(int height, int width, Interpolation interpolation) implements GeometricTransform {
    public ResizeToCover {
        TransformPreconditions.size(height, width);
    }

    @Override
    public ResizeToCover atStrength(double strength) {
        return this;
    }
}
