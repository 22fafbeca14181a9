package dev.stoker.train;

/** How the learning rate moves over a run, as a factor of its peak. */
public enum Schedule {
    CONSTANT {
        @Override
        double afterWarmUp(double progress) {
            return 1;
        }
    },
    /** Half a cosine from the peak down to zero. */
    COSINE {
        @Override
        double afterWarmUp(double progress) {
            return 0.5 * (1 + StrictMath.cos(Math.PI * progress));
        }
    };

    abstract double afterWarmUp(double progress);

    /** Rises in a line over the first steps, then follows the curve to the end. */
    public double factor(long step, long warmUpSteps, long totalSteps) {
        if (step < warmUpSteps) {
            return (step + 1) / (double) (warmUpSteps + 1);
        }
        return afterWarmUp(Math.min(1, (step - warmUpSteps) / (double) Math.max(1, totalSteps - warmUpSteps)));
    }
}
