package dev.stoker.cli;

import dev.stoker.cli.internal.command.BenchDashboardCommand;
import dev.stoker.cli.internal.command.BenchNearCommand;
import dev.stoker.cli.internal.command.BenchStorageCommand;
import dev.stoker.cli.internal.model.BenchPredictCommand;
import dev.stoker.cli.internal.serve.BenchServeCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measurements. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description =
                "Measures this machine: the input pipeline, links to stores, the training step, the overhead of the"
                    + " pipeline, what more ranks give, and whether a long run grows; and attacks the readers of files"
                    + " with mutated ones.",
        subcommands = {
            BenchInputCommand.class,
            BenchStorageCommand.class,
            BenchStepCommand.class,
            BenchPredictCommand.class,
            BenchOverheadCommand.class,
            BenchNearCommand.class,
            BenchDashboardCommand.class,
            BenchServeCommand.class,
            BenchFuzzCommand.class
        })
final class BenchCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    static CommandLine commandLine() {
        return new CommandLine(new BenchCommand())
                .addSubcommand(BenchSoakCommand.commandLine())
                .addSubcommand(BenchScalingCommand.commandLine());
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "say what to measure: stoker bench input, storage, step, predict, overhead, near, dashboard, serve,"
                        + " soak, scaling or fuzz");
    }
}
