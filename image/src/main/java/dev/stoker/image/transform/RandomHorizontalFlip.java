package dev.stoker.image.transform;

/** Left and right change places, as often as said. */
public record RandomHorizontalFlip(double probability) implements GeometricTransform {
    public RandomHorizontalFlip {
        TransformPreconditions.probability(probability);
    }

    @Override
    public RandomHorizontalFlip atStrength(double strength) {
        return new RandomHorizontalFlip(probability * strength);
    }
}
