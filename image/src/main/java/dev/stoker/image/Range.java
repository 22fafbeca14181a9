package dev.stoker.image;

import dev.stoker.core.Draws;

/** A range of numbers to draw from. */
public record Range(double from, double to) {
    public Range {
        if (!(from <= to) || Double.isInfinite(from) || Double.isInfinite(to)) {
            throw new IllegalArgumentException("a range must go upwards, got %s to %s".formatted(from, to));
        }
    }

    /** Every number has the same chance. */
    double draw(Draws draws) {
        return from + (to - from) * draws.nextDouble();
    }

    /** Every ratio has the same chance, so that twice as wide is as likely as twice as high. */
    double drawRatio(Draws draws) {
        double low = StrictMath.log(from);
        return StrictMath.exp(low + (StrictMath.log(to) - low) * draws.nextDouble());
    }

    /** Moves both ends towards {@code neutral}: there at strength 0, here at strength 1. */
    Range towards(double neutral, double strength) {
        double kept = (1 - strength) * neutral;
        return new Range(kept + strength * from, kept + strength * to);
    }

    /** Moves both ends of a range of ratios towards 1. */
    Range towardsOne(double strength) {
        return new Range(StrictMath.pow(from, strength), StrictMath.pow(to, strength));
    }

    void requirePositive(String name) {
        if (from <= 0) {
            throw new IllegalArgumentException(name + " must be above 0, got " + from + " to " + to);
        }
    }
}
