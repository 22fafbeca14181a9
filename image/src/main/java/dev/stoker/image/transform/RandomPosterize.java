package dev.stoker.image.transform;

/** Keeps the upper {@code bits} of each value, with a probability. */
public record RandomPosterize(double probability, int bits) implements PixelTransform {
    public RandomPosterize {
        TransformPreconditions.probability(probability);
        TransformPreconditions.between("bits", bits, 0, 8);
    }

    @Override
    public RandomPosterize atStrength(double strength) {
        return new RandomPosterize(probability * strength, bits);
    }
}
