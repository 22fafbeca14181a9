package dev.stoker.train.schedule;

/**
 * How far steps go.
 *
 * @param peak the most it is
 * @param schedule what it is of that behind the warm-up
 * @param warmUpEpochs in which it rises to the peak
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
}
