package dev.stoker.cli;

import dev.stoker.bench.CommunicatorBenchmark;
import dev.stoker.bench.OverheadBenchmark;
import dev.stoker.bench.TelemetryBenchmark;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.StokerException;
import dev.stoker.telemetry.log.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the overhead of the pipeline, and of what training does besides. */
@Command(
        name = "overhead",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures the overhead of the pipeline: a chain that does next to nothing, reading records from the"
                    + " page cache, and stragglers, which are elements that sleep.",
            "With --telemetry or --communicator, two trainings that differ in that alone run side by side and take"
                    + " turns of a second, in which the other one is halted."
        })
final class BenchOverheadCommand implements Callable<Integer> {
    @Option(names = "--trace", description = "trace overhead: measure the cost of recording a trace instead")
    private boolean trace;

    @Option(
            names = "--telemetry",
            description = "telemetry overhead: training with and without what every run measures instead")
    private boolean telemetry;

    @Option(
            names = "--communicator",
            description = "communicator overhead: training as the only rank of a group and without a group instead")
    private boolean communicator;

    @Option(
            names = "--starts",
            paramLabel = "N",
            description =
                    "how often the two trainings are started anew: processes of one program differ by percents (20)")
    private int starts = 20;

    @Option(names = "--turns", paramLabel = "N", description = "turns of each of the two trainings, for each start (6)")
    private int turns = 6;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "a key of the plan of both trainings, such as model=resnet8")
    private Map<String, String> keys = new LinkedHashMap<>();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        if (Stream.of(trace, telemetry, communicator).filter(chosen -> chosen).count() > 1) {
            throw new StokerException("trace, telemetry and communicator are measured one at a time; give one of them")
                    .about("trace", "telemetry", "communicator");
        }
        if (turns < 1) {
            throw new StokerException("turns must be at least 1, got " + turns).about("turns");
        }
        if (starts < 1) {
            throw new StokerException("starts must be at least 1, got " + starts).about("starts");
        }
        var fields = measured();
        if (output.json()) {
            System.out.println(Json.write(fields));
        } else if (!output.quiet() && (telemetry || communicator)) {
            show(fields, telemetry ? "telemetry_overhead" : "communicator_overhead");
        } else if (!output.quiet()) {
            fields.forEach((name, value) ->
                    System.out.printf(value < 1 ? "%-22s %.3f%n" : "%-22s %,.0f%n", name.replace('_', ' '), value));
        }
        return 0;
    }

    private Map<String, Double> measured() {
        if (telemetry) {
            return TelemetryBenchmark.run(keys, starts, turns);
        }
        if (communicator) {
            return CommunicatorBenchmark.run(keys, starts, turns);
        }
        return trace ? OverheadBenchmark.runTrace() : OverheadBenchmark.run();
    }

    private static void show(Map<String, Double> fields, String name) {
        System.out.printf(
                "%-22s %.2f %% of the throughput (%.2f to %.2f %%), median of %.0f starts%n",
                name.replace('_', ' '),
                percent(fields, name),
                percent(fields, name + "_low"),
                percent(fields, name + "_high"),
                fields.getOrDefault("starts", 0.0));
        System.out.printf("%-22s %,.1f%n", "steps/s", fields.getOrDefault("steps_per_second", 0.0));
    }

    private static double percent(Map<String, Double> fields, String name) {
        return 100 * fields.getOrDefault(name, Double.NaN);
    }
}
