package dev.stoker.job.internal.report;

import dev.stoker.core.Task;
import dev.stoker.telemetry.run.MetricsLine;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Lines of metrics.jsonl, an even sample of each kind and that of the best validation. The report of a run that lasts is
 * written again and again: with all lines, each would take more memory than the one before.
 */
final class MetricsSample {
    private final Map<String, EvenSample<Numbered>> kinds = new HashMap<>();
    private Optional<Numbered> best = Optional.empty();
    private double score = Double.NEGATIVE_INFINITY;
    private long count;

    private record Numbered(long number, MetricsLine line) {}

    void add(MetricsLine line) {
        var numbered = new Numbered(count++, line);
        kinds.computeIfAbsent(line.kind(), _ -> new EvenSample<>()).add(numbered);
        double reached = line.kind().equals("epoch") || line.kind().equals("evaluation")
                ? score(line)
                : Double.NEGATIVE_INFINITY;
        if (reached > score) {
            score = reached;
            best = Optional.of(numbered);
        }
    }

    /** The metric of whatever task the run has, where more is better. */
    private static double score(MetricsLine line) {
        for (var task : Task.values()) {
            var metric = line.validation(task.field());
            if (metric.isPresent()) {
                return task.hasShares() ? metric.getAsDouble() : -metric.getAsDouble();
            }
        }
        return Double.NEGATIVE_INFINITY;
    }

    /** In their order. */
    List<MetricsLine> lines() {
        return Stream.concat(kinds.values().stream().flatMap(kind -> kind.values().stream()), best.stream())
                .distinct()
                .sorted(Comparator.comparingLong(Numbered::number))
                .map(Numbered::line)
                .toList();
    }
}
