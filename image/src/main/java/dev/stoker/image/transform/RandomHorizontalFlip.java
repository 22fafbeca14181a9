package dev.stoker.image.transform;

/** Flips left and right with a probability. */
public record RandomHorizontalFlip(double probability) implements GeometricTransform {
    public RandomHorizontalFlip {
        TransformPreconditions.probability(probability);
    }

    @Override
    public RandomHorizontalFlip atStrength(double strength) {
        return new RandomHorizontalFlip(probability * strength);
    }
}
