package dev.stoker.cli;

import dev.stoker.job.Tuning;
import dev.stoker.telemetry.Json;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The search for a size of batches. Besides the options below, every key of the plan is one. */
@Command(
        name = "batch",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Finds the largest batch that fits and the fastest, by training for a moment with powers of two and"
                    + " multiples of 8. Nothing is trained in the end, and the device is left as it was.",
            "The suggestion is the smallest that is within 3 %% of the fastest. On a CPU an estimate decides what fits,"
                    + " and sizes much beyond the fastest are not tried."
        })
final class TuneBatchCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "DATA", description = "the same as --data")
    private @Nullable String data;

    @Option(names = "--plan", paramLabel = "FILE", description = "read keys from a YAML plan")
    private @Nullable Path plan;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "set any key of the plan")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Output output;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private TuneBatchCommand() {}

    static CommandLine commandLine() {
        return new CommandLine(PlanFlags.addTo(
                CommandSpec.forAnnotatedObject(new TuneBatchCommand()),
                Map.of("batch-to", "to", "batch-memory", "memory")));
    }

    @Override
    public Integer call() {
        var chosen = PlanFlags.plan(plan, PlanFlags.asked(spec, settings, data));
        var interruption = Interruption.watch();
        var console = new TuningConsole(output, interruption::requested);
        try {
            var report = Tuning.batch(chosen, console);
            console.clear();
            var folder = Tuning.folder(chosen, "tune-batch");
            report.write(folder);
            if (output.json()) {
                System.out.println(Json.write(report.fields()));
            } else if (!output.quiet()) {
                Findings.show(report.chart(), folder, "batch");
                Findings.table(report.result().points());
                Findings.row("batch", report.note());
            }
            return 0;
        } finally {
            console.clear();
            interruption.finished();
        }
    }
}
