package dev.stoker.image.transform;

/** Turns the image about its middle by up to so many degrees either way; what comes in at the corners is the fill. */
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
