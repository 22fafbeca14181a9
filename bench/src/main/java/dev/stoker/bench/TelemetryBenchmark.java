package dev.stoker.bench;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.job.TrainingJob;
import dev.stoker.job.plan.Plan;
import dev.stoker.telemetry.hardware.CpuInfo;
import dev.stoker.train.TrainingObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run that measures itself (shares of its time, time of rows, utilization) costs against one that does not. Runs of the
 * same plan come in pairs, in turn who is first, after a pair that is not counted; a pair gives one ratio, and the median of
 * all is the result, with the interval that has it with 95 % confidence.
 */
public final class TelemetryBenchmark {
    private static final int PAIRS = 9;

    /**
     * Images per second while training, in the fastest epoch: whatever else a machine does only makes epochs slower, so the fastest
     * ones differ least. And seconds of CPU time for the run.
     */
    private record Measured(double rate, double cpu) {}

    private TelemetryBenchmark() {}

    /** With the bundled dataset and the default model; threads that are tuned would differ from run to run. */
    public static Map<String, Double> run() {
        return run(
                Plan.DEFAULTS
                        .with("epochs", "16")
                        .with("steps-per-epoch", "40")
                        .with("evaluate-every", "16epochs")
                        .with("workers", "1")
                        .with("prefetch", "4"),
                PAIRS);
    }

    static Map<String, Double> run(Plan plan, int pairs) {
        try {
            Path folder = Files.createTempDirectory("stoker-telemetry");
            try {
                return measured(plan.with("runs", folder.toString()), pairs);
            } finally {
                delete(folder);
            }
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot use the folder for temporary files (%s)".formatted(AtomicFile.reason(failure)), failure);
        }
    }

    private static Map<String, Double> measured(Plan plan, int pairs) {
        var slowdowns = new ArrayList<Double>();
        var cpu = new ArrayList<Double>();
        var rates = new ArrayList<Double>();
        for (int pair = -1; pair < pairs; pair++) {
            boolean onFirst = pair % 2 == 0;
            var first = train(plan, onFirst);
            var second = train(plan, !onFirst);
            var on = onFirst ? first : second;
            var off = onFirst ? second : first;
            if (pair >= 0) {
                slowdowns.add(off.rate / on.rate - 1);
                cpu.add(on.cpu / off.cpu - 1);
                rates.add(on.rate);
            }
        }
        var fields = new LinkedHashMap<String, Double>();
        put(fields, "telemetry_overhead", slowdowns);
        put(fields, "telemetry_cpu_overhead", cpu);
        fields.put("images_per_second", Statistics.median(rates));
        fields.put("pairs", (double) pairs);
        return fields;
    }

    private static void put(Map<String, Double> fields, String key, List<Double> values) {
        fields.put(key, Statistics.median(values));
        var interval = Statistics.medianInterval(values);
        fields.put(key + "_low", interval.low());
        fields.put(key + "_high", interval.high());
    }

    private static Measured train(Plan plan, boolean telemetry) {
        var rates = new ArrayList<Double>();
        var observer = new TrainingObserver() {
            @Override
            public void epochFinished(EpochReport report) {
                rates.add(report.imagesPerSecond());
            }
        };
        try (var job = TrainingJob.start(plan)) {
            job.collectTelemetry(telemetry);
            var before = CpuInfo.timeUsed();
            job.run(List.of(observer), () -> false);
            return new Measured(
                    Collections.max(rates), CpuInfo.timeUsed().minus(before).toNanos() * 1e-9);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
