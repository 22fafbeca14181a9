package dev.stoker.image.transform;

/** Blurs by a Gaussian whose standard deviation, in pixels, is drawn; as often as said. */
public record GaussianBlur(double probability, ParameterRange sigma) implements PixelTransform {
    public GaussianBlur {
        TransformPreconditions.probability(probability);
        sigma.requirePositive("the standard deviation");
    }

    @Override
    public GaussianBlur atStrength(double strength) {
        return new GaussianBlur(probability * strength, sigma);
    }
}
