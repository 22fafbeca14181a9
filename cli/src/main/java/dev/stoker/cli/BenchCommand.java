package dev.stoker.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measurements. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Measures this machine: the input pipeline, the training step, and the overhead of the pipeline.",
        subcommands = {BenchInputCommand.class, BenchStepCommand.class, BenchOverheadCommand.class})
final class BenchCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "say what to measure: stoker bench input, stoker bench step or stoker bench overhead");
    }
}
