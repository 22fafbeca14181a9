package dev.stoker.image.transform;

/** Makes the shorter side so many pixels long and keeps the proportions. */
public record ResizeShorterSide(int side, Interpolation interpolation) implements GeometricTransform {
    public ResizeShorterSide {
        TransformPreconditions.size(side, side);
    }

    @Override
    public ResizeShorterSide atStrength(double strength) {
        return this;
    }
}
