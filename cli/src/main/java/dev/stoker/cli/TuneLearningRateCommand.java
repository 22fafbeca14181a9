package dev.stoker.cli;

import dev.stoker.cli.internal.console.ReportPrinter;
import dev.stoker.cli.internal.console.TuningConsole;
import dev.stoker.core.StokerException;
import dev.stoker.job.HyperparameterTuning;
import dev.stoker.job.plan.Plan;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The learning rate range test. Besides the options below, every key of the plan is one. */
@Command(
        name = "lr",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Learning rate range test (Smith, 2015): finds a learning rate by some steps, each at a higher rate than"
                    + " the one before, until the loss diverges. No model is kept.",
            "The suggestion is the rate at which the smoothed loss falls fastest. A tenth of the rate at which it is"
                    + " lowest is shown as well."
        })
final class TuneLearningRateCommand extends TuningSubcommand {
    private TuneLearningRateCommand() {}

    static CommandLine commandLine() {
        return PlanFlags.commandLine(
                new TuneLearningRateCommand(), Map.of("lr-from", "from", "lr-to", "to", "lr-steps", "steps"));
    }

    @Override
    void tune(Plan plan, TuningConsole console) {
        var report = HyperparameterTuning.rate(plan, console);
        console.clear();
        var folder = folder(plan, "tune-lr");
        report.write(folder);
        show(report.fields(), () -> report.chart().ifPresent(chart -> ReportPrinter.show(chart, folder, "lr")));
        report.noSuggestionReason().ifPresent(why -> {
            throw new StokerException(why);
        });
        show(() -> ReportPrinter.row("lr", report.note()));
    }
}
