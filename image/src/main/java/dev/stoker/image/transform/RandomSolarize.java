package dev.stoker.image.transform;

/** Inverts all values from {@code threshold} on, with a probability. */
public record RandomSolarize(double probability, int threshold) implements PixelTransform {
    public RandomSolarize {
        TransformPreconditions.probability(probability);
        TransformPreconditions.between("threshold", threshold, 0, 256);
    }

    @Override
    public RandomSolarize atStrength(double strength) {
        return new RandomSolarize(probability * strength, threshold);
    }
}
