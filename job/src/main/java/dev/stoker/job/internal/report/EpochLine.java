package dev.stoker.job.internal.report;

import java.util.ArrayList;
import java.util.List;

/**
 * One epoch of a run, as its metrics say.
 *
 * @param seconds that it took, evaluation included
 * @param shares of its time, as in {@link TimeShares}
 */
record EpochLine(int number, double imagesPerSecond, double seconds, List<Double> shares) {
    static List<EpochLine> of(RunMetrics metrics) {
        var epochs = new ArrayList<EpochLine>();
        double before = 0;
        for (var line : metrics.ofKind("epoch").toList()) {
            double until = line.number("seconds").orElse(before);
            epochs.add(new EpochLine(
                    (int) line.number("epoch").orElse(epochs.size() + 1),
                    line.number("images_per_second").orElse(0),
                    Math.max(0, until - before),
                    TimeShares.of(line)));
            before = until;
        }
        return epochs;
    }

    boolean hasShares() {
        return shares.stream().mapToDouble(Double::doubleValue).sum() > 0;
    }
}
