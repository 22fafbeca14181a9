package dev.stoker.image;

/**
 * Turns the picture about its middle by up to {@code degrees} either way, moves it by up to {@code translation} of its
 * sides, scales it, and slants it by up to {@code shear} degrees, all in one go.
 */
public record Affine(double degrees, double translation, Range scale, double shear, int fill) implements PaintingStep {
    public Affine {
        Check.between("degrees", degrees, 0, 180);
        Check.between("translation", translation, 0, 1);
        scale.requirePositive("the scale");
        Check.between("shear", shear, 0, 89);
        Check.fill(fill);
    }

    @Override
    public Affine atStrength(double strength) {
        return new Affine(
                degrees * strength, translation * strength, scale.towardsOne(strength), shear * strength, fill);
    }
}
