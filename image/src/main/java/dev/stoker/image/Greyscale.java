package dev.stoker.image;

/** Takes the colours out, as often as said; the number of channels stays. */
public record Greyscale(double probability) implements PaintingStep {
    public Greyscale {
        Check.probability(probability);
    }

    @Override
    public Greyscale atStrength(double strength) {
        return new Greyscale(probability * strength);
    }
}
