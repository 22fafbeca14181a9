package dev.stoker.cli;

import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.cli.internal.console.TuningConsole;
import dev.stoker.cli.internal.process.InterruptHandler;
import dev.stoker.job.HyperparameterTuning;
import dev.stoker.job.plan.Plan;
import dev.stoker.telemetry.log.Json;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** What {@code tune lr} and {@code tune batch} share: the plan, the progress, and the folder of the report. */
abstract class TuningSubcommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private PlanArguments arguments;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private DatasetDownload download;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public final Integer call() {
        var plan = arguments.planToRun(arguments.keys());
        var stopped = download.complete(plan, output);
        if (stopped.isPresent()) {
            return stopped.getAsInt();
        }
        try (var console = new TuningConsole(output);
                var _ = InterruptHandler.watch(console, "stopped; nothing was written")) {
            tune(plan, console);
            return 0;
        }
    }

    abstract void tune(Plan plan, TuningConsole console);

    /** A new folder for a report. */
    static Path folder(Plan plan, String name) {
        return HyperparameterTuning.folder(plan, name);
    }

    /** Prints a report as JSON, or by {@code asText} where that is wanted. */
    final void show(Map<String, Object> fields, Runnable asText) {
        if (output.json()) {
            System.out.println(Json.write(fields));
        } else if (!output.quiet()) {
            asText.run();
        }
    }

    /** Prints for people only. */
    final void show(Runnable asText) {
        if (!output.json() && !output.quiet()) {
            asText.run();
        }
    }
}
