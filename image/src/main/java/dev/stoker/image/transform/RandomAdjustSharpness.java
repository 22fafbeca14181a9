package dev.stoker.image.transform;

/** Sharpens by a factor above 1, or smooths by one below, with a probability. */
public record RandomAdjustSharpness(double probability, double factor) implements PixelTransform {
    private static final double MAXIMUM = 10;

    public RandomAdjustSharpness {
        TransformPreconditions.probability(probability);
        TransformPreconditions.between("factor", factor, 0, MAXIMUM);
    }

    @Override
    public RandomAdjustSharpness atStrength(double strength) {
        return new RandomAdjustSharpness(probability * strength, factor);
    }
}
