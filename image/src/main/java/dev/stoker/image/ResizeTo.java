package dev.stoker.image;

/** Makes the picture this size, whatever its proportions. */
public record ResizeTo(int height, int width, Interpolation interpolation) implements FramingStep {
    public ResizeTo {
        Check.size(height, width);
    }

    @Override
    public ResizeTo atStrength(double strength) {
        return this;
    }
}
