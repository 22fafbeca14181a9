package dev.stoker.image;

/**
 * Changes brightness, contrast and saturation by a factor of up to {@code 1 ± value} each and the hue by up to that
 * share of the colour circle, in random order. Grey pictures have neither saturation nor hue.
 */
public record ColorJitter(double brightness, double contrast, double saturation, double hue) implements PaintingStep {
    private static final double MOST = 10;

    public ColorJitter {
        Check.between("brightness", brightness, 0, MOST);
        Check.between("contrast", contrast, 0, MOST);
        Check.between("saturation", saturation, 0, MOST);
        Check.between("hue", hue, 0, 0.5);
    }

    @Override
    public ColorJitter atStrength(double strength) {
        return new ColorJitter(brightness * strength, contrast * strength, saturation * strength, hue * strength);
    }
}
