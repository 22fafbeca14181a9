package dev.stoker.cli.internal.command;

import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.cli.internal.process.InterruptHandler;
import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.distribute.launch.Hosts;
import dev.stoker.distribute.launch.LaunchSettings;
import dev.stoker.distribute.launch.LaunchedRank;
import dev.stoker.distribute.launch.Launcher;
import dev.stoker.distribute.launch.RankProgram;
import dev.stoker.telemetry.log.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Starts a command as several ranks. */
@Command(
        name = "launch",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Starts a command of Stoker as several ranks, processes that train together, on this host and on others"
                    + " (ssh). Standard output is that of rank 0; what other ranks write to standard error has their"
                    + " number before it.",
            "The exit code is that of the first rank that failed, or 0. Ctrl-C stops all ranks."
        })
public final class LaunchCommand implements Callable<Integer> {
    @Option(
            names = {"-n", "--ranks"},
            paramLabel = "N",
            description = "number of ranks; with -H as many as the hosts have by default")
    private @Nullable Integer ranks;

    @Option(
            names = {"-H", "--hosts"},
            paramLabel = "HOSTS",
            description = "hosts and their ranks, such as a:4,b:4; rank 0 is on the first (this host)")
    private @Nullable String hosts;

    @Option(
            names = "--restarts",
            paramLabel = "N",
            description = "restarts of all ranks after a failure; a training resumes its run (0)")
    private int restarts;

    @Option(
            names = "--min-workers",
            paramLabel = "N",
            description = "smallest number of ranks of a restart, which leaves out lost hosts and ranks that failed"
                    + " twice (all)")
    private @Nullable Integer minimumRanks;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "time after which a silent rank counts as lost, such as 30s")
    private @Nullable String timeout;

    @Option(names = "--port", paramLabel = "PORT", description = "port of rank 0 (a free one)")
    private @Nullable Integer port;

    @Option(names = "--log-dir", paramLabel = "DIR", description = "folder for rank-N.log: the output of each rank")
    private @Nullable Path logFolder;

    @Option(
            names = "--ssh",
            paramLabel = "COMMAND",
            description = "ssh and its options, such as \"ssh -p 2222 -i key\" (ssh)")
    private String ssh = "ssh";

    @Option(
            names = "--remote-stoker",
            paramLabel = "PATH",
            description = "stoker on other hosts (the same path as here)")
    private @Nullable String remoteStoker;

    @Option(names = "--dry-run", description = "print the command and the variables of each rank; start nothing")
    private boolean dryRun;

    @Parameters(
            paramLabel = "COMMAND",
            arity = "0..*",
            description = "command of Stoker and its arguments, after --, such as train")
    private List<String> command = new ArrayList<>();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    private final List<String> commands;

    private LaunchCommand(List<String> commands) {
        this.commands = commands.stream().filter(name -> !name.equals("launch")).toList();
    }

    /** For these commands; flags after the first word are the command's. */
    public static CommandLine commandLine(List<String> commands) {
        return new CommandLine(new LaunchCommand(commands)).setStopAtPositional(true);
    }

    @Override
    public Integer call() {
        checkCommand();
        var settings = settings();
        var program = LaunchedStoker.program(command, settings.hosts(), remoteStoker);
        var console = new LaunchConsole(output);
        if (!dryRun) {
            return run(settings, program, console);
        }
        try (var launcher = new Launcher(settings, program, console::warn, console::error)) {
            print(launcher.ranks());
            return 0;
        }
    }

    private void checkCommand() {
        if (command.isEmpty()) {
            throw new StokerException("a command is missing: write it after --, as in `stoker launch -n 2 -- train`");
        }
        String name = command.getFirst();
        if (!commands.contains(name)) {
            throw new StokerException("launch starts commands of Stoker, and '%s' is none%s (commands: %s)"
                    .formatted(name, NameSuggestion.didYouMean(name, commands), String.join(", ", commands)));
        }
        if (output.json() && !dryRun) {
            throw new StokerException(
                    "--json is for the command: write it after --, as in `stoker launch -n 2 -- %s".formatted(name)
                            + " --json`");
        }
    }

    private LaunchSettings settings() {
        var placed = hosts();
        var settings = LaunchSettings.of(placed)
                .withSsh(List.of(ssh.strip().split("\\s+", -1)))
                .withRestarts(restarts, minimumRanks == null ? placed.size() : minimumRanks);
        if (port != null) {
            settings = settings.withPort(port);
        }
        if (timeout != null) {
            settings = settings.withTimeout(SamplingTime.parse("--timeout", timeout));
        }
        return logFolder == null ? settings : settings.withLogFolder(logFolder);
    }

    private Hosts hosts() {
        if (hosts != null) {
            var given = Hosts.parse(hosts);
            return ranks == null ? given : given.limitedTo(ranks);
        }
        if (ranks == null) {
            throw new StokerException("how many ranks? Give their number with -n, or hosts with -H a:4,b:4");
        }
        if (ranks < 1) {
            throw new StokerException("-n must be at least 1, got %d".formatted(ranks));
        }
        return Hosts.local(ranks);
    }

    /** Runs all ranks to their end; returns the exit code. */
    static int run(LaunchSettings settings, RankProgram program, LaunchConsole console) {
        try (var launcher = new Launcher(settings, program, console::warn, console::error)) {
            return run(launcher, console, settings.hosts().size());
        }
    }

    private static int run(Launcher launcher, LaunchConsole console, int ranks) {
        try (var interruption = InterruptHandler.watch(console, "stopped before ranks were started")) {
            interruption.stopsBy(() -> "stopping %d ranks".formatted(ranks), () -> {
                launcher.close();
                return "quit; the ranks were ended";
            });
            int code = launcher.run(interruption::requested);
            return code != 0 && interruption.requested() ? interruption.exitCode() : code;
        }
    }

    private void print(List<LaunchedRank> launched) {
        if (output.json()) {
            System.out.println(Json.write(
                    Map.of("ranks", launched.stream().map(LaunchCommand::fields).toList())));
            return;
        }
        for (var rank : launched) {
            System.out.printf("# rank %d on %s%n%s%n", rank.number(), rank.host(), rank.line());
        }
    }

    private static Map<String, Object> fields(LaunchedRank rank) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("rank", rank.number());
        fields.put("host", rank.host());
        fields.put("variables", rank.variables());
        fields.put("command", rank.command());
        return fields;
    }
}
