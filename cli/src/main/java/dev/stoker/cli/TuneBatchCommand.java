package dev.stoker.cli;

import dev.stoker.cli.internal.console.ReportPrinter;
import dev.stoker.cli.internal.console.TuningConsole;
import dev.stoker.job.HyperparameterTuning;
import dev.stoker.job.plan.Plan;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The batch size search. Besides the options below, every key of the plan is one. */
@Command(
        name = "batch",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Batch size search: finds the largest batch that fits and the fastest, by training briefly with powers of"
                    + " two and multiples of 8. No model is kept, and the device is left as it was.",
            "The suggestion is the smallest that is within 3 %% of the fastest. On a CPU an estimate decides what fits,"
                    + " and sizes much beyond the fastest are not tried."
        })
final class TuneBatchCommand extends TuningSubcommand {
    private TuneBatchCommand() {}

    static CommandLine commandLine() {
        return PlanFlags.commandLine(new TuneBatchCommand(), Map.of("batch-to", "to"));
    }

    @Override
    void tune(Plan plan, TuningConsole console) {
        var report = HyperparameterTuning.batch(plan, console);
        console.clear();
        var folder = folder(plan, "tune-batch");
        report.write(folder);
        show(report.fields(), () -> {
            ReportPrinter.show(report.chart(), folder, "batch");
            ReportPrinter.table(report.result().points());
            ReportPrinter.row("batch", report.note());
        });
    }
}
