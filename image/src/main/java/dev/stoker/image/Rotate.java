package dev.stoker.image;

/** Turns the picture about its middle by up to so many degrees either way; what comes in at the corners is the fill. */
public record Rotate(double degrees, int fill) implements PaintingStep {
    public Rotate {
        Check.between("degrees", degrees, 0, 180);
        Check.fill(fill);
    }

    @Override
    public Rotate atStrength(double strength) {
        return new Rotate(degrees * strength, fill);
    }
}
