package dev.stoker.image.transform;

import dev.stoker.core.random.SeededRandom;

/** A range to sample from. */
public record ParameterRange(double from, double to) {
    public ParameterRange {
        if (!(from <= to) || Double.isInfinite(from) || Double.isInfinite(to)) {
            throw new IllegalArgumentException(
                    "a range must be finite and ascending, got %s to %s".formatted(from, to));
        }
    }

    /** Uniform. */
    public double sample(SeededRandom random) {
        return from + (to - from) * random.nextDouble();
    }

    /** Uniform in the logarithm, so that twice as wide is as likely as twice as high. */
    public double sampleLogUniform(SeededRandom random) {
        double low = StrictMath.log(from);
        return StrictMath.exp(low + (StrictMath.log(to) - low) * random.nextDouble());
    }

    /** Moves both ends toward {@code neutral}, which strength 0 reaches; strength 1 changes nothing. */
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
