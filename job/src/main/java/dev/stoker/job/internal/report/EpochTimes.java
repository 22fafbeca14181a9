package dev.stoker.job.internal.report;

import java.util.List;
import java.util.Optional;

/** Whether epochs become slower while the run lasts. */
final class EpochTimes {
    /** Fewer epochs do not tell a trend from noise. */
    private static final int FEWEST = 6;

    private static final double NOTABLE = 1.05;

    private EpochTimes() {}

    /**
     * The last third against the second, by the time of an image: the first epoch has warm-up, and the first third a tuner
     * that is still trying. Empty where there is nothing to say, also for runs of several phases, whose images differ.
     */
    static Optional<String> drift(RunMetrics metrics, List<EpochLine> epochs) {
        if (epochs.size() <= FEWEST || metrics.ofKind("phase").findAny().isPresent()) {
            return Optional.empty();
        }
        var later = epochs.subList(1, epochs.size());
        int third = later.size() / 3;
        double second = median(later.subList(third, later.size() - third));
        double last = median(later.subList(later.size() - third, later.size()));
        return last > 0 && second / last > NOTABLE
                ? Optional.of(
                        "The last third of the epochs took %.0f %% longer for an image than the second: heat that lowers"
                                        .formatted(100 * (second / last - 1))
                                + " clocks, a disk that fills, or another process on the machine.")
                : Optional.empty();
    }

    static double median(List<EpochLine> epochs) {
        var sorted = epochs.stream()
                .mapToDouble(EpochLine::imagesPerSecond)
                .filter(rate -> rate > 0)
                .sorted()
                .toArray();
        return sorted.length == 0 ? 0 : (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
