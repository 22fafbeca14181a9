package dev.stoker.image;

/**
 * So many operations one after the other, each drawn from the fourteen of Cubuk and others (2019), at a magnitude
 * between 0 and 30 as torchvision counts it.
 */
public record RandAugment(int operations, double magnitude) implements PaintingStep {
    static final double MOST = 30;

    public RandAugment {
        if (operations < 0) {
            throw new IllegalArgumentException("operations cannot be negative, got " + operations);
        }
        Check.between("magnitude", magnitude, 0, MOST);
    }

    /** Scales the magnitude. Some operations have none, so strength 0 leaves all of them out. */
    @Override
    public RandAugment atStrength(double strength) {
        return new RandAugment(strength == 0 ? 0 : operations, magnitude * strength);
    }
}
