package dev.stoker.image.transform;

/** Rotates the image about its center by up to {@code degrees} either way; the corners get the value {@code fill}. */
public record RandomRotation(double degrees, int fill) implements PixelTransform {
    public RandomRotation {
        TransformPreconditions.between("degrees", degrees, 0, 180);
        TransformPreconditions.fill(fill);
    }

    @Override
    public RandomRotation atStrength(double strength) {
        return new RandomRotation(degrees * strength, fill);
    }
}
