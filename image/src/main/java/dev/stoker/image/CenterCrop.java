package dev.stoker.image;

/** The middle of the picture; where the picture is smaller, black surrounds it. */
public record CenterCrop(int height, int width) implements FramingStep {
    public CenterCrop {
        Check.size(height, width);
    }

    public CenterCrop(int size) {
        this(size, size);
    }

    @Override
    public CenterCrop atStrength(double strength) {
        return this;
    }
}
