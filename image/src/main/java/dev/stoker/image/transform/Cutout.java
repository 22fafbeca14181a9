package dev.stoker.image.transform;

/** Fills a square around a random pixel, clipped at the edges of the image (DeVries and Taylor, 2017). */
public record Cutout(int side, int fill) implements PixelTransform {
    public Cutout {
        if (side < 0) {
            throw new IllegalArgumentException("a side cannot be negative, got " + side);
        }
        TransformPreconditions.fill(fill);
    }

    @Override
    public Cutout atStrength(double strength) {
        return new Cutout((int) Math.round(side * strength), fill);
    }
}
