package dev.stoker.image;

/** A part of this size, anywhere in the picture or up to {@code padding} pixels over its edge, where it is black. */
public record PaddedRandomCrop(int height, int width, int padding) implements FramingStep {
    public PaddedRandomCrop {
        Check.size(height, width);
        if (padding < 0 || padding >= Math.min(height, width)) {
            throw new IllegalArgumentException("padding must be at least 0 and less than the crop, got %d for %d×%d"
                    .formatted(padding, height, width));
        }
    }

    public PaddedRandomCrop(int size, int padding) {
        this(size, size, padding);
    }

    @Override
    public PaddedRandomCrop atStrength(double strength) {
        return new PaddedRandomCrop(height, width, (int) Math.round(padding * strength));
    }
}
