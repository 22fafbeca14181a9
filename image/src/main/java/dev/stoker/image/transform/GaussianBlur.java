package dev.stoker.image.transform;

/** Blurs with a Gaussian of random standard deviation, in pixels, with a probability. */
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
