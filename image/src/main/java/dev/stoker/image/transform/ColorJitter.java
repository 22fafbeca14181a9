package dev.stoker.image.transform;

/**
 * Changes brightness, contrast and saturation by a factor of up to {@code 1 ± value} each and the hue by up to that
 * share of the color circle, in random order. Gray images have neither saturation nor hue.
 */
public record ColorJitter(double brightness, double contrast, double saturation, double hue) implements PixelTransform {
    private static final double MAXIMUM = 10;

    public ColorJitter {
        TransformPreconditions.between("brightness", brightness, 0, MAXIMUM);
        TransformPreconditions.between("contrast", contrast, 0, MAXIMUM);
        TransformPreconditions.between("saturation", saturation, 0, MAXIMUM);
        TransformPreconditions.between("hue", hue, 0, 0.5);
    }

    @Override
    public ColorJitter atStrength(double strength) {
        return new ColorJitter(brightness * strength, contrast * strength, saturation * strength, hue * strength);
    }
}
