package dev.stoker.image.transform;

/**
 * Rotates the image about its center by up to {@code degrees} either way, translates it by up to {@code translation} of
 * its sides, scales it, and shears it by up to {@code shear} degrees, in one affine transform.
 */
public record RandomAffine(double degrees, double translation, ParameterRange scale, double shear, int fill)
        implements PixelTransform {
    public RandomAffine {
        TransformPreconditions.between("degrees", degrees, 0, 180);
        TransformPreconditions.between("translation", translation, 0, 1);
        scale.requirePositive("the scale");
        TransformPreconditions.between("shear", shear, 0, 89);
        TransformPreconditions.fill(fill);
    }

    @Override
    public RandomAffine atStrength(double strength) {
        return new RandomAffine(
                degrees * strength, translation * strength, scale.towardOne(strength), shear * strength, fill);
    }
}
