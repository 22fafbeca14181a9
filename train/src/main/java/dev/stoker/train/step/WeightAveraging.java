package dev.stoker.train.step;

import dev.stoker.train.Interval;

/**
 * Stochastic weight averaging (SWA): the result of a run is the mean of the weights at equal distances in its last part.
 *
 * @param from the share of the run after which weights are averaged
 * @param every the distance, in steps or epochs, so that it does not depend on the clock
 */
public record WeightAveraging(double from, Interval every) {
    public WeightAveraging {
        if (!(from > 0 && from < 1)) {
            throw new IllegalArgumentException(
                    "weights are averaged after a share of the run above 0 and below 1, got " + from);
        }
        if (every instanceof Interval.Time) {
            throw new IllegalArgumentException("weights are averaged every so many epochs or steps, got " + every);
        }
    }

    /** Once per epoch. */
    public WeightAveraging(double from) {
        this(from, new Interval.Epochs(1));
    }

    /** Whether the weights after so many steps of a run belong to its last part. */
    public boolean covers(long step, long steps) {
        return step > from * steps;
    }
}
