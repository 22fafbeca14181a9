package dev.stoker.cli;

import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.cli.internal.console.ReportPrinter;
import dev.stoker.cli.internal.console.TuningConsole;
import dev.stoker.job.HyperparameterTuning;
import dev.stoker.telemetry.log.Json;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The search for a size of batches. Besides the options below, every key of the plan is one. */
@Command(
        name = "batch",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Finds the largest batch that fits and the fastest, by training for a moment with powers of two and"
                    + " multiples of 8. Nothing is trained in the end, and the device is left as it was.",
            "The suggestion is the smallest that is within 3 %% of the fastest. On a CPU an estimate decides what fits,"
                    + " and sizes much beyond the fastest are not tried."
        })
final class TuneBatchCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private PlanArguments arguments;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    private TuneBatchCommand() {}

    static CommandLine commandLine() {
        return PlanFlags.commandLine(new TuneBatchCommand(), Map.of("batch-to", "to", "batch-memory", "memory"));
    }

    @Override
    public Integer call() {
        var chosen = arguments.plan();
        var interruption = InterruptHandler.watch();
        var console = new TuningConsole(output, interruption::requested);
        try {
            var report = HyperparameterTuning.batch(chosen, console);
            console.clear();
            var folder = HyperparameterTuning.folder(chosen, "tune-batch");
            report.write(folder);
            if (output.json()) {
                System.out.println(Json.write(report.fields()));
            } else if (!output.quiet()) {
                ReportPrinter.show(report.chart(), folder, "batch");
                ReportPrinter.table(report.result().points());
                ReportPrinter.row("batch", report.note());
            }
            return 0;
        } finally {
            console.clear();
            interruption.finished();
        }
    }
}
