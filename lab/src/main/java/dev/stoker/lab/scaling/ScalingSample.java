package dev.stoker.lab.scaling;

import dev.stoker.core.StokerException;
import dev.stoker.telemetry.run.MetricsLine;
import java.util.List;

/**
 * What a run of some ranks showed, as means over its steps after the first ones, and over its ranks.
 *
 * @param seconds of a step
 * @param communication seconds of a step that waited for gradients
 * @param straggler of these, the seconds until the slowest rank was ready
 */
public record ScalingSample(int ranks, double imagesPerSecond, double seconds, double communication, double straggler) {
    /** Sums since the epoch began, at the time of a line. */
    private record Reading(long step, double seconds, double wall, MetricsLine line) {
        static Reading of(MetricsLine line, int batch, double warmUp) {
            double seconds =
                    line.step() * batch / line.number("images_per_second").orElseThrow();
            return new Reading(line.step(), seconds, seconds + warmUp, line);
        }

        double sum(String ofRanks) {
            return wall
                    * line.numbers(ofRanks).stream()
                            .mapToDouble(Double::doubleValue)
                            .average()
                            .orElse(0);
        }
    }

    /** By the lines of an epoch's steps, of which the first is left out; {@code batch} are the images of all ranks. */
    static ScalingSample of(int ranks, int batch, List<MetricsLine> lines, double warmUp) {
        if (lines.size() < 2) {
            throw new StokerException("the first epoch of %d ranks has too few steps to be measured; choose a smaller"
                                    .formatted(ranks)
                            + " batch or more data")
                    .about("batch");
        }
        var first = Reading.of(lines.getFirst(), batch, warmUp);
        var last = Reading.of(lines.getLast(), batch, warmUp);
        double steps = last.step - first.step;
        double seconds = (last.seconds - first.seconds) / steps;
        return new ScalingSample(
                ranks,
                batch / seconds,
                seconds,
                difference(first, last, "rank_communication_shares") / steps,
                difference(first, last, "rank_straggler_shares") / steps);
    }

    private static double difference(Reading first, Reading last, String ofRanks) {
        return Math.max(0, last.sum(ofRanks) - first.sum(ofRanks));
    }

    double communicationShare() {
        return communication / seconds;
    }

    double stragglerShare() {
        return straggler / seconds;
    }
}
