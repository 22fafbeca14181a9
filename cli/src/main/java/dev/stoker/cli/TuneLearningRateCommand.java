package dev.stoker.cli;

import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.cli.internal.console.ReportPrinter;
import dev.stoker.cli.internal.console.TuningConsole;
import dev.stoker.core.StokerException;
import dev.stoker.job.HyperparameterTuning;
import dev.stoker.telemetry.log.Json;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The range test. Besides the options below, every key of the plan is one. */
@Command(
        name = "lr",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Finds a learning rate by the range test of Smith (2015): some steps, each at a higher rate than the one"
                    + " before, until the loss diverges. Nothing is trained in the end.",
            "The suggestion is the rate at which the smoothed loss falls fastest. A tenth of the rate at which it is"
                    + " lowest is shown beside it."
        })
final class TuneLearningRateCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private PlanArguments arguments;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    private TuneLearningRateCommand() {}

    static CommandLine commandLine() {
        return PlanFlags.commandLine(
                new TuneLearningRateCommand(), Map.of("lr-from", "from", "lr-to", "to", "lr-steps", "steps"));
    }

    @Override
    public Integer call() {
        var chosen = arguments.plan();
        var interruption = InterruptHandler.watch();
        var console = new TuningConsole(output, interruption::requested);
        try {
            var report = HyperparameterTuning.rate(chosen, console);
            console.clear();
            var folder = HyperparameterTuning.folder(chosen, "tune-lr");
            report.write(folder);
            if (output.json()) {
                System.out.println(Json.write(report.fields()));
            } else if (!output.quiet()) {
                report.chart().ifPresent(chart -> ReportPrinter.show(chart, folder, "lr"));
            }
            report.noSuggestionReason().ifPresent(why -> {
                throw new StokerException(why);
            });
            if (!output.json() && !output.quiet()) {
                ReportPrinter.row("lr", report.note());
            }
            return 0;
        } finally {
            console.clear();
            interruption.finished();
        }
    }
}
