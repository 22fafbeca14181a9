package dev.stoker.image;

/** Makes the shorter side so many pixels long and keeps the proportions. */
public record ResizeShorterSide(int side, Interpolation interpolation) implements FramingStep {
    public ResizeShorterSide {
        Check.size(side, side);
    }

    @Override
    public ResizeShorterSide atStrength(double strength) {
        return this;
    }
}
