package dev.stoker.image;

/** Blurs by a Gaussian whose standard deviation, in pixels, is drawn; as often as said. */
public record Blur(double probability, Range sigma) implements PaintingStep {
    public Blur {
        Check.probability(probability);
        sigma.requirePositive("the standard deviation");
    }

    @Override
    public Blur atStrength(double strength) {
        return new Blur(probability * strength, sigma);
    }
}
