package dev.stoker.image.transform;

/** Resizes the shorter side to {@code side} pixels and keeps the aspect ratio. */
public record ResizeShorterSide(int side, Interpolation interpolation) implements GeometricTransform {
    public ResizeShorterSide {
        TransformPreconditions.size(side, side);
    }

    @Override
    public ResizeShorterSide atStrength(double strength) {
        return this;
    }
}
