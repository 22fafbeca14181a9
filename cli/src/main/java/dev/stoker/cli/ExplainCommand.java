package dev.stoker.cli;

import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.PrintableText;
import dev.stoker.job.InputExplanation;
import dev.stoker.telemetry.log.Json;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Explains the input pipeline. Besides the options below, every key of the plan is one. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Input pipeline: prints the compiled input chain of a plan as `stoker train` with the same flags would run"
                    + " it: the dataset, the image route with its reason, the random transforms with their parameters,"
                    + " each step and what it means at its place, and warnings where that is rarely intended.",
            "Opens the data; trains nothing and creates no run folder."
        })
final class ExplainCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private PlanArguments arguments;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    private ExplainCommand() {}

    static CommandLine commandLine() {
        return PlanFlags.commandLine(new ExplainCommand(), Map.of());
    }

    @Override
    public Integer call() {
        var explanation = InputExplanation.of(arguments.plan());
        if (output.json()) {
            System.out.println(Json.write(explanation.fields()));
        } else if (!output.quiet()) {
            explanation.text().lines().map(PrintableText::of).forEach(System.out::println);
        }
        return 0;
    }
}
