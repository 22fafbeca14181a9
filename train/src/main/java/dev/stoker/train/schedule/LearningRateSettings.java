package dev.stoker.train.schedule;

/**
 * The learning rate of a run.
 *
 * @param peak the largest learning rate
 * @param schedule the factor of the peak at each step after the warm-up
 * @param warmUpEpochs epochs in which the rate rises to the peak
 */
public record LearningRateSettings(double peak, LearningRateSchedule schedule, double warmUpEpochs) {
    public LearningRateSettings {
        if (!(peak > 0 && Double.isFinite(peak))) {
            throw new IllegalArgumentException("the learning rate must be above 0, got " + peak);
        }
        if (!(warmUpEpochs >= 0)) {
            throw new IllegalArgumentException("warm-up epochs must be at least 0, got " + warmUpEpochs);
        }
    }

    /** The learning rate of a step in a run of this length, after so many plateaus of its evaluations. */
    public double at(long step, LearningRateSchedule.Length length, int plateaus) {
        return peak * schedule.factor(step, length, plateaus);
    }
}
