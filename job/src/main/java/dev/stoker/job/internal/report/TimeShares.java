package dev.stoker.job.internal.report;

import dev.stoker.telemetry.run.MetricsLine;
import dev.stoker.train.TimeShare;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What time goes to, by the names that metrics have for it, and those of older versions. */
final class TimeShares {
    static final List<String> NAMES =
            Arrays.stream(TimeShare.values()).map(TimeShare::label).toList();

    private TimeShares() {}

    /** Of a line of metrics; zeros where it has none. */
    static List<Double> of(MetricsLine line) {
        return NAMES.stream()
                .map(name -> Math.max(0, line.share(name).orElse(0)))
                .toList();
    }

    /** Those of a run: of its epochs but the first, which holds warm-up; before there are any, those of the last step. */
    static List<Double> of(RunMetrics metrics, List<EpochLine> epochs) {
        if (epochs.isEmpty()) {
            return metrics.ofKind("step")
                    .reduce((_, later) -> later)
                    .map(TimeShares::of)
                    .orElseGet(() -> mean(epochs));
        }
        return mean(epochs.size() > 1 ? epochs.subList(1, epochs.size()) : epochs);
    }

    /** The mean over epochs, weighted by how long they took; zeros where none has shares. */
    static List<Double> mean(List<EpochLine> epochs) {
        double all = epochs.stream()
                .filter(EpochLine::hasShares)
                .mapToDouble(EpochLine::seconds)
                .sum();
        return IntStream.range(0, NAMES.size())
                .mapToObj(i -> all == 0
                        ? 0.0
                        : epochs.stream()
                                        .mapToDouble(epoch -> epoch.shares().get(i) * epoch.seconds())
                                        .sum()
                                / all)
                .toList();
    }
}
