package dev.stoker.train.step;

/**
 * Weights of convolutions and linear layers that become 0 while a model is trained, the smallest first. Their share rises by the third
 * power of the time that is left, fast at first, when many weights are superfluous (Zhu and Gupta, 2017); then the net is trained with
 * the weights that remain.
 *
 * @param share of weights that are 0 in the end
 * @param rise the part of the training in which the share rises
 */
public record PruningSettings(double share, Scope scope, double rise) {
    /** How often the weights to remove are chosen anew. */
    private static final int CHOICES = 100;

    private static final double DEFAULT_RISE = 2.0 / 3;

    /** Within what the smallest weights are found. */
    public enum Scope {
        /** The same share of each layer. */
        LAYER,
        /** The smallest of all layers together: layers that need their weights keep more of them. */
        GLOBAL
    }

    public PruningSettings {
        if (!(share > 0 && share < 1)) {
            throw new IllegalArgumentException("the share of pruned weights must be between 0 and 1, got " + share);
        }
        if (!(rise > 0 && rise <= 1)) {
            throw new IllegalArgumentException("rise must be above 0 and at most 1, got " + rise);
        }
    }

    /** Rising for two thirds of the training. */
    public PruningSettings(double share, Scope scope) {
        this(share, scope, DEFAULT_RISE);
    }

    private double risingSteps(long steps) {
        return Math.max(1, Math.floor(rise * steps));
    }

    /** Whether weights are chosen anew after so many steps. */
    public boolean isDue(long done, long steps) {
        double rising = risingSteps(steps);
        long every = Math.max(1, (long) rising / CHOICES);
        return done <= rising && (done % every == 0 || done == (long) rising);
    }

    /** The share after so many steps. */
    public double shareAfter(long done, long steps) {
        double left = 1 - Math.min(1, done / risingSteps(steps));
        return share * (1 - left * left * left);
    }
}
