package dev.stoker.image;

/** Top and bottom change places, as often as said. */
public record VerticalFlip(double probability) implements FramingStep {
    public VerticalFlip {
        Check.probability(probability);
    }

    @Override
    public VerticalFlip atStrength(double strength) {
        return new VerticalFlip(probability * strength);
    }
}
