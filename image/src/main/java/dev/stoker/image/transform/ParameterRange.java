package dev.stoker.image.transform;

import dev.stoker.core.random.SeededRandom;

/** A range of numbers to draw from. */
public record ParameterRange(double from, double to) {
    public ParameterRange {
        if (!(from <= to) || Double.isInfinite(from) || Double.isInfinite(to)) {
            throw new IllegalArgumentException("a range must go upwards, got %s to %s".formatted(from, to));
        }
    }

    /** Every number has the same chance. */
    public double draw(SeededRandom draws) {
        return from + (to - from) * draws.nextDouble();
    }

    /** Every ratio has the same chance, so that twice as wide is as likely as twice as high. */
    public double sampleLogUniform(SeededRandom draws) {
        double low = StrictMath.log(from);
        return StrictMath.exp(low + (StrictMath.log(to) - low) * draws.nextDouble());
    }

    /** Moves both ends toward {@code neutral}: there at strength 0, here at strength 1. */
    ParameterRange toward(double neutral, double strength) {
        double kept = (1 - strength) * neutral;
        return new ParameterRange(kept + strength * from, kept + strength * to);
    }

    /** Moves both ends of a range of ratios toward 1. */
    ParameterRange towardOne(double strength) {
        return new ParameterRange(StrictMath.pow(from, strength), StrictMath.pow(to, strength));
    }

    void requirePositive(String name) {
        if (from <= 0) {
            throw new IllegalArgumentException(name + " must be above 0, got " + from + " to " + to);
        }
    }
}
