package dev.stoker.cli;

import dev.stoker.bench.OverheadBenchmark;
import dev.stoker.bench.TelemetryBenchmark;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.StokerException;
import dev.stoker.telemetry.log.Json;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the overhead of the pipeline. */
@Command(
        name = "overhead",
        mixinStandardHelpOptions = true,
        description =
                "Measures the overhead of the pipeline: a chain that does next to nothing, reading records from the"
                        + " page cache, and stragglers, which are elements that sleep.")
final class BenchOverheadCommand implements Callable<Integer> {
    @Option(names = "--trace", description = "trace overhead: measure the cost of recording a trace instead")
    private boolean trace;

    @Option(
            names = "--telemetry",
            description = "telemetry overhead: train with and without what every run measures, nine pairs in turn,"
                    + " instead")
    private boolean telemetry;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        if (trace && telemetry) {
            throw new StokerException("trace and telemetry are measured one at a time; give one of them")
                    .about("trace", "telemetry");
        }
        var fields =
                telemetry ? TelemetryBenchmark.run() : trace ? OverheadBenchmark.runTrace() : OverheadBenchmark.run();
        if (output.json()) {
            System.out.println(Json.write(fields));
        } else if (!output.quiet() && telemetry) {
            show(fields);
        } else if (!output.quiet()) {
            fields.forEach((name, value) ->
                    System.out.printf(value < 1 ? "%-22s %.3f%n" : "%-22s %,.0f%n", name.replace('_', ' '), value));
        }
        return 0;
    }

    private static void show(Map<String, Double> fields) {
        System.out.printf(
                "telemetry overhead     %.2f %% of the throughput (%.2f to %.2f %%), median of %.0f pairs%n",
                percent(fields, "telemetry_overhead"),
                percent(fields, "telemetry_overhead_low"),
                percent(fields, "telemetry_overhead_high"),
                fields.getOrDefault("pairs", 0.0));
        System.out.printf(
                "CPU time               %.2f %% more (%.2f to %.2f %%)%n",
                percent(fields, "telemetry_cpu_overhead"),
                percent(fields, "telemetry_cpu_overhead_low"),
                percent(fields, "telemetry_cpu_overhead_high"));
        System.out.printf(
                "images/s               %,.0f with telemetry%n", fields.getOrDefault("images_per_second", 0.0));
    }

    private static double percent(Map<String, Double> fields, String name) {
        return 100 * fields.getOrDefault(name, Double.NaN);
    }
}
