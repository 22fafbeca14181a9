package dev.stoker.bench;

import dev.stoker.bench.paired.PairedTrainings;
import dev.stoker.bench.paired.TrainingSide;
import java.util.Map;

/** What it costs to train as the only rank of a group (buckets of gradients, agreements, sums of one) against no group at all. */
public final class CommunicatorBenchmark {
    private CommunicatorBenchmark() {}

    /** With the bundled dataset and the default model, or with keys of another plan. */
    public static Map<String, Double> run(Map<String, String> keys, int starts, int turns) {
        var plan = OverheadPlan.of(keys);
        return new PairedTrainings(
                        new TrainingSide(plan, true, false), new TrainingSide(plan, true, true), starts, turns)
                .overhead("communicator_overhead");
    }
}
