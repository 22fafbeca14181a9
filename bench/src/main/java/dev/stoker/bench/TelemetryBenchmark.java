package dev.stoker.bench;

import dev.stoker.bench.paired.PairedTrainings;
import dev.stoker.bench.paired.TrainingSide;
import java.util.Map;

/** What a run that measures itself (shares of its time, time of rows, utilization) costs against one that does not. */
public final class TelemetryBenchmark {
    private TelemetryBenchmark() {}

    /** With the bundled dataset and the default model, or with keys of another plan. */
    public static Map<String, Double> run(Map<String, String> keys, int starts, int turns) {
        var plan = OverheadPlan.of(keys);
        return new PairedTrainings(
                        new TrainingSide(plan, false, false), new TrainingSide(plan, true, false), starts, turns)
                .overhead("telemetry_overhead");
    }
}
