package dev.stoker.image.transform;

/** Converts to grayscale with a probability; the number of channels stays. */
public record RandomGrayscale(double probability) implements PixelTransform {
    public RandomGrayscale {
        TransformPreconditions.probability(probability);
    }

    @Override
    public RandomGrayscale atStrength(double strength) {
        return new RandomGrayscale(probability * strength);
    }
}
