package dev.stoker.cli;

import dev.stoker.cli.internal.command.CompletionCommand;
import dev.stoker.cli.internal.command.ModelsCommand;
import dev.stoker.cli.internal.command.RunsCommand;
import dev.stoker.cli.internal.command.TraceCommand;
import dev.stoker.cli.internal.model.EvaluateCommand;
import dev.stoker.cli.internal.model.PredictCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code stoker}. */
@Command(
        name = "stoker",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Trains image classifiers and keeps the accelerator fed.")
final class StokerCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private StokerCommand() {}

    /** Runs a command line to its exit code. */
    static int execute(String... arguments) {
        // The bars and the multiplication sign need UTF-8, whatever the locale of a bare container says.
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
        Locale.setDefault(Locale.ROOT); // figures look the same everywhere, and can be parsed
        return commandLine().execute(arguments);
    }

    static CommandLine commandLine() {
        var commandLine = new CommandLine(new StokerCommand());
        commandLine.addSubcommand(TrainCommand.commandLine());
        commandLine.addSubcommand(ExplainCommand.commandLine());
        commandLine.addSubcommand(TuneCommand.commandLine());
        commandLine.addSubcommand(EvaluateCommand.class);
        commandLine.addSubcommand(PredictCommand.class);
        commandLine.addSubcommand(ModelsCommand.class);
        commandLine.addSubcommand(DatasetsCommand.class);
        commandLine.addSubcommand(PrepareCommand.commandLine());
        commandLine.addSubcommand(BenchCommand.commandLine());
        commandLine.addSubcommand(RunsCommand.class);
        commandLine.addSubcommand(TraceCommand.class);
        commandLine.addSubcommand(EnvCommand.class);
        commandLine.addSubcommand(CommandLine.HelpCommand.class);
        commandLine.addSubcommand(CompletionCommand.class);
        CommandErrorHandler.handle(commandLine);
        return commandLine;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing: try `stoker train`");
    }
}
