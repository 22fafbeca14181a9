package dev.stoker.job.internal.report;

import dev.stoker.telemetry.chart.Drawing;
import dev.stoker.telemetry.chart.StackedBars;
import dev.stoker.telemetry.run.MetricsLine;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What the ranks of a run waited for in its last epoch; empty where there was one rank.
 *
 * @param communication share of the time in which each rank waited for gradients
 * @param straggler of it, the share until the slowest rank was ready
 */
record RankShares(List<Double> communication, List<Double> straggler) {
    /** More bars than these cannot be read. */
    private static final int MOST_BARS = 16;

    /** From here on a sentence is worth reading. */
    private static final double NOTABLE = 0.05;

    static RankShares of(RunMetrics metrics) {
        var last = metrics.lastEpoch().or(() -> metrics.ofKind("step").reduce((_, later) -> later));
        return new RankShares(numbers(last, "rank_communication_shares"), numbers(last, "rank_straggler_shares"));
    }

    private static List<Double> numbers(Optional<MetricsLine> line, String name) {
        return line.map(each -> each.numbers(name)).orElse(List.of());
    }

    private boolean isEmpty() {
        return communication.size() < 2 || straggler.size() != communication.size();
    }

    /** The ranks that waited least come first: others waited for them. */
    private List<Integer> slowestFirst() {
        return IntStream.range(0, straggler.size())
                .boxed()
                .sorted(Comparator.comparingDouble(straggler::get))
                .toList();
    }

    Optional<String> advice() {
        if (isEmpty()) {
            return Optional.empty();
        }
        double most = straggler.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        return most < NOTABLE
                ? Optional.empty()
                : Optional.of(
                        "Ranks waited for rank %d, the slowest, for up to %.0f %% of the time: its host may be slower, busy with other work, or short of input."
                                .formatted(slowestFirst().getFirst(), 100 * most));
    }

    Optional<Drawing> chart() {
        if (isEmpty()) {
            return Optional.empty();
        }
        var bars =
                slowestFirst().stream().limit(MOST_BARS).sorted().map(this::bar).toList();
        return Optional.of(new StackedBars(
                "Waiting of ranks",
                communication.size() > MOST_BARS ? "the %d slowest".formatted(MOST_BARS) : "",
                List.of("for the slowest rank", "for the exchange of gradients", "everything else"),
                bars));
    }

    private StackedBars.Bar bar(int rank) {
        double exchange = Math.max(0, communication.get(rank) - straggler.get(rank));
        double other = Math.max(0, 1 - communication.get(rank));
        return new StackedBars.Bar("rank " + rank, List.of(straggler.get(rank), exchange, other));
    }
}
