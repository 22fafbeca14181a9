package dev.stoker.image.transform;

/** Flips top and bottom with a probability. */
public record RandomVerticalFlip(double probability) implements GeometricTransform {
    public RandomVerticalFlip {
        TransformPreconditions.probability(probability);
    }

    @Override
    public RandomVerticalFlip atStrength(double strength) {
        return new RandomVerticalFlip(probability * strength);
    }
}
