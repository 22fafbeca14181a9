package dev.stoker.cli;

import dev.stoker.bench.OverheadBenchmark;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.telemetry.log.Json;
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

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        var fields = trace ? OverheadBenchmark.runTrace() : OverheadBenchmark.run();
        if (output.json()) {
            System.out.println(Json.write(fields));
        } else if (!output.quiet()) {
            fields.forEach((name, value) ->
                    System.out.printf(value < 1 ? "%-22s %.3f%n" : "%-22s %,.0f%n", name.replace('_', ' '), value));
        }
        return 0;
    }
}
