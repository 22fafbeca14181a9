package dev.stoker.image.transform;

/**
 * A weighted mean of the image and of several augmented variants of it, each by a chain of one to {@code depth} operations
 * (Hendrycks and others, 2020). Weights and ranges are those of torchvision with an alpha of 1.
 *
 * @param severity the largest magnitude, from 1 to {@link #MAXIMUM}
 * @param width the number of variants
 * @param strength scales the magnitudes; some operations have none, so 0 applies no operation
 */
public record AugMix(int severity, int width, int depth, double strength) implements PixelTransform {
    public static final int MAXIMUM = 10;

    public AugMix {
        TransformPreconditions.between("severity", severity, 1, MAXIMUM);
        if (width < 1 || depth < 1) {
            throw new IllegalArgumentException("width and depth are at least 1, got %d and %d".formatted(width, depth));
        }
        TransformPreconditions.strength(strength);
    }

    /** Three variants of up to three operations, as published. */
    public AugMix(int severity) {
        this(severity, 3, 3, 1);
    }

    @Override
    public AugMix atStrength(double share) {
        return new AugMix(severity, width, depth, strength * share);
    }
}
