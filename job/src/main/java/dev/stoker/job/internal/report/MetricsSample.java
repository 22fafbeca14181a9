package dev.stoker.job.internal.report;

import dev.stoker.telemetry.run.MetricsLine;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Lines of metrics.jsonl, an even sample of each kind and that of the best validation accuracy. The report of a run that lasts is
 * written again and again: with all lines, each would take more memory than the one before.
 */
final class MetricsSample {
    private final Map<String, EvenSample<Numbered>> kinds = new HashMap<>();
    private Optional<Numbered> best = Optional.empty();
    private double accuracy = -1;
    private long count;

    private record Numbered(long number, MetricsLine line) {}

    void add(MetricsLine line) {
        var numbered = new Numbered(count++, line);
        kinds.computeIfAbsent(line.kind(), _ -> new EvenSample<>()).add(numbered);
        double reached = line.kind().equals("epoch") || line.kind().equals("evaluation")
                ? line.validation("accuracy")
                        .orElseGet(() -> line.validation("map").orElse(-1))
                : -1;
        if (reached > accuracy) {
            accuracy = reached;
            best = Optional.of(numbered);
        }
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
