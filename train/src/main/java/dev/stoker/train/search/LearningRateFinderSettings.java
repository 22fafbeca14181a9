package dev.stoker.train.search;

/** A range of learning rates to try, in steps that increase the rate exponentially. */
public record LearningRateFinderSettings(double from, double to, int steps) {
    public static final int FEWEST_STEPS = 20;

    public LearningRateFinderSettings {
        if (!(from > 0 && from < to && Double.isFinite(to))) {
            throw new IllegalArgumentException(
                    "a range of learning rates must start above 0 and increase, got %s to %s".formatted(from, to));
        }
        if (steps < FEWEST_STEPS) {
            throw new IllegalArgumentException(
                    "a range test needs at least %d steps, got %d".formatted(FEWEST_STEPS, steps));
        }
    }

    public double rate(int step) {
        return from * Math.pow(to / from, step / (steps - 1.0));
    }
}
