package dev.stoker.image.transform;

/**
 * A number of operations in sequence, each sampled from the fourteen of Cubuk and others (2019), with a magnitude
 * between 0 and 30 as in torchvision.
 */
public record RandAugment(int operations, double magnitude) implements PixelTransform {
    public static final double MAXIMUM = 30;

    public RandAugment {
        if (operations < 0) {
            throw new IllegalArgumentException("operations cannot be negative, got " + operations);
        }
        TransformPreconditions.between("magnitude", magnitude, 0, MAXIMUM);
    }

    /** Scales the magnitude. Some operations have none, so strength 0 applies no operation. */
    @Override
    public RandAugment atStrength(double strength) {
        return new RandAugment(strength == 0 ? 0 : operations, magnitude * strength);
    }
}
