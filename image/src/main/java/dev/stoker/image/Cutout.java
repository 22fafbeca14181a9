package dev.stoker.image;

/** Fills a square around a random pixel, cut at the edges of the picture. */
public record Cutout(int side, int fill) implements PaintingStep {
    public Cutout {
        if (side < 0) {
            throw new IllegalArgumentException("a side cannot be negative, got " + side);
        }
        Check.fill(fill);
    }

    @Override
    public Cutout atStrength(double strength) {
        return new Cutout((int) Math.round(side * strength), fill);
    }
}
