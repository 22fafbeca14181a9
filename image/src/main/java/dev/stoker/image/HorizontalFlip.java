package dev.stoker.image;

/** Left and right change places, as often as said. */
public record HorizontalFlip(double probability) implements FramingStep {
    public HorizontalFlip {
        Check.probability(probability);
    }

    @Override
    public HorizontalFlip atStrength(double strength) {
        return new HorizontalFlip(probability * strength);
    }
}
