package dev.stoker.image.transform;

/**
 * Moves each corner of the image inward by up to {@code distortion} of half the sides, with a probability; what is outside
 * the image gets the value {@code fill}.
 */
public record RandomPerspective(double probability, double distortion, int fill) implements PixelTransform {
    public RandomPerspective {
        TransformPreconditions.probability(probability);
        TransformPreconditions.between("distortion", distortion, 0, 1);
        TransformPreconditions.fill(fill);
    }

    @Override
    public RandomPerspective atStrength(double strength) {
        return new RandomPerspective(probability * strength, distortion, fill);
    }
}
