package dev.stoker.cli;

import dev.stoker.cli.internal.cluster.WriteShardCommand;
import dev.stoker.cli.internal.command.CompareCommand;
import dev.stoker.cli.internal.command.CompletionCommand;
import dev.stoker.cli.internal.command.DashboardCommand;
import dev.stoker.cli.internal.command.LaunchCommand;
import dev.stoker.cli.internal.command.ModelsCommand;
import dev.stoker.cli.internal.command.MonitorCommand;
import dev.stoker.cli.internal.command.RunsCommand;
import dev.stoker.cli.internal.command.TraceCommand;
import dev.stoker.cli.internal.command.Version;
import dev.stoker.cli.internal.model.AverageCommand;
import dev.stoker.cli.internal.model.EvaluateCommand;
import dev.stoker.cli.internal.model.ExportCommand;
import dev.stoker.cli.internal.model.OptimizeCommand;
import dev.stoker.cli.internal.model.PredictCommand;
import dev.stoker.cli.internal.serve.ServeCommand;
import dev.stoker.job.setup.BackgroundStart;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
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
    private static final List<String> ALONE = List.of(
            "train",
            "launch",
            "explain",
            "augment",
            "doctor",
            "tune",
            "evaluate",
            "predict",
            "average",
            "export",
            "optimize",
            "serve",
            "models",
            "datasets",
            "prepare",
            "bench",
            "runs",
            "experiment",
            "compare",
            "trace",
            "monitor",
            "dashboard",
            "env");
    private static final List<String> ALL =
            Stream.concat(ALONE.stream(), Stream.of("help", "completion")).toList();

    /** Commands that compute with tensors whenever they do anything. */
    private static final Set<String> COMPUTING = Set.of("train", "tune", "evaluate", "predict", "doctor");

    private static final List<String> BENCH_STEP = List.of("bench", "step");
    private static final Set<String> ANSWERED_AT_ONCE = Set.of("-h", "--help", "-V", "--version");

    /** What a cluster starts. */
    private static final String TASK = WriteShardCommand.NAME;

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
        if (computes(List.of(arguments))) {
            BackgroundStart.loadLibTorch();
        }
        return commandLine(needed(arguments)).execute(arguments);
    }

    private static boolean computes(List<String> arguments) {
        return !arguments.isEmpty()
                && (COMPUTING.contains(arguments.getFirst())
                        || arguments.subList(0, Math.min(2, arguments.size())).equals(BENCH_STEP))
                && arguments.stream().noneMatch(ANSWERED_AT_ONCE::contains);
    }

    /** Describing a command takes time, so the one that is named comes alone; help and completion know all of them. */
    private static List<String> needed(String... arguments) {
        return arguments.length > 0 && (ALONE.contains(arguments[0]) || arguments[0].equals(TASK))
                ? List.of(arguments[0])
                : ALL;
    }

    static CommandLine commandLine() {
        return commandLine(ALL);
    }

    private static CommandLine commandLine(List<String> commands) {
        var commandLine = new CommandLine(new StokerCommand());
        commands.forEach(name -> commandLine.addSubcommand(subcommand(name)));
        CommandErrorHandler.handle(commandLine);
        return commandLine;
    }

    private static Object subcommand(String name) {
        return switch (name) {
            case "train" -> TrainCommand.commandLine();
            case "launch" -> LaunchCommand.commandLine(ALONE);
            case "explain" -> ExplainCommand.commandLine();
            case "augment" -> AugmentCommand.commandLine();
            case "doctor" -> DoctorCommand.commandLine();
            case "tune" -> TuneCommand.commandLine();
            case "evaluate" -> EvaluateCommand.class;
            case "predict" -> PredictCommand.class;
            case "average" -> AverageCommand.class;
            case "export" -> ExportCommand.class;
            case "optimize" -> OptimizeCommand.class;
            case "serve" -> ServeCommand.class;
            case "models" -> ModelsCommand.class;
            case "datasets" -> DatasetsCommand.class;
            case "prepare" -> PrepareCommand.commandLine();
            case "bench" -> BenchCommand.commandLine();
            case "runs" -> RunsCommand.class;
            case "experiment" -> ExperimentCommand.commandLine();
            case "compare" -> CompareCommand.class;
            case "trace" -> TraceCommand.class;
            case "monitor" -> MonitorCommand.commandLine();
            case "dashboard" -> DashboardCommand.class;
            case "env" -> EnvCommand.class;
            case TASK -> WriteShardCommand.class;
            case "help" -> CommandLine.HelpCommand.class;
            case "completion" -> CompletionCommand.class;
            default -> throw new IllegalArgumentException(name);
        };
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing: try `stoker train`");
    }
}
