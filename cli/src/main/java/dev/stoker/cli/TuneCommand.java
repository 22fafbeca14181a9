package dev.stoker.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Hyperparameter tuning. */
@Command(
        name = "tune",
        mixinStandardHelpOptions = true,
        description = "Tunes hyperparameters before training: the learning rate, the batch size.")
final class TuneCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private TuneCommand() {}

    static CommandLine commandLine() {
        return new CommandLine(new TuneCommand())
                .addSubcommand(TuneLearningRateCommand.commandLine())
                .addSubcommand(TuneBatchCommand.commandLine());
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what to tune: stoker tune lr or stoker tune batch");
    }
}
