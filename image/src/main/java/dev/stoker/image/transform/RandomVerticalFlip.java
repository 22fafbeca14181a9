package dev.stoker.image.transform;

/** Top and bottom change places, as often as said. */
public record RandomVerticalFlip(double probability) implements GeometricTransform {
    public RandomVerticalFlip {
        TransformPreconditions.probability(probability);
    }

    @Override
    public RandomVerticalFlip atStrength(double strength) {
        return new RandomVerticalFlip(probability * strength);
    }
}
