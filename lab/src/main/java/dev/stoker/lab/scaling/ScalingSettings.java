package dev.stoker.lab.scaling;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import java.util.List;

/**
 * What is measured.
 *
 * @param ranks numbers of ranks; one is measured in any case
 * @param buckets sizes that are compared, besides sending everything after backward
 * @param launch flags of the launcher, such as hosts
 * @param plan flags of the training
 * @param steps of each run
 * @param rounds in each of which everything is measured once
 * @param latency seconds of a message between ranks, as the model takes it
 */
public record ScalingSettings(
        List<Integer> ranks,
        List<Bytes> buckets,
        List<String> launch,
        List<String> plan,
        int steps,
        int rounds,
        double latency) {
    private static final int FEWEST_STEPS = 6;

    /** A message over a local network. */
    private static final double LATENCY = 50e-6;

    /** One rank and so many on this host, in a minute or so. */
    public static ScalingSettings brief(int ranks, Bytes bucket, List<String> plan) {
        return new ScalingSettings(List.of(1, ranks), List.of(bucket), List.of(), plan, 30, 2, LATENCY);
    }

    public ScalingSettings {
        ranks = ranks.stream().distinct().sorted().toList();
        buckets = List.copyOf(buckets);
        launch = List.copyOf(launch);
        plan = List.copyOf(plan);
        if (ranks.isEmpty() || ranks.getFirst() < 1) {
            throw new StokerException("ranks must be 1 or more, got " + ranks).about("ranks");
        }
        if (buckets.isEmpty() || buckets.stream().anyMatch(bucket -> bucket.count() == 0)) {
            throw new StokerException("bucket sizes must be above 0; sending everything after backward is measured in"
                            + " any case")
                    .about("buckets");
        }
        if (steps < FEWEST_STEPS) {
            throw new StokerException("steps must be %d or more, got %d".formatted(FEWEST_STEPS, steps)).about("steps");
        }
        if (rounds < 1) {
            throw new StokerException("rounds must be 1 or more, got " + rounds).about("rounds");
        }
    }
}
