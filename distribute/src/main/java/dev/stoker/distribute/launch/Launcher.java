package dev.stoker.distribute.launch;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Starts ranks, passes on what they print, and starts them again after a failure. None of them outlives it: closing ends them,
 * and where this process is killed, they see the end of their standard input.
 */
public final class Launcher implements AutoCloseable {
    private final LaunchSettings settings;
    private final RankProgram program;
    private final Consumer<String> messages;
    private final Consumer<String> errors;
    private final Optional<RunFile> runFile;
    private final Path folder = Path.of("").toAbsolutePath();
    private volatile @Nullable RankProcesses group;
    private volatile boolean closed;

    /**
     * @param messages lines about the launch itself, such as restarts
     * @param errors lines that ranks write to standard error, on other threads
     */
    public Launcher(LaunchSettings settings, RankProgram program, Consumer<String> messages, Consumer<String> errors) {
        this.settings = settings;
        this.program = program;
        this.messages = messages;
        this.errors = errors;
        runFile = settings.restarts() > 0 && ResumedCommand.isTraining(program.arguments())
                ? Optional.of(RunFile.create())
                : Optional.empty();
    }

    /** What each rank would be started with; nothing is started. */
    public List<LaunchedRank> ranks() {
        var variables = variables(settings.hosts());
        return settings.hosts().ranks().stream()
                .map(rank -> launched(rank, variables.of(rank)))
                .toList();
    }

    private LaunchedRank launched(Rank rank, Map<String, String> variables) {
        return rank.host().isThisMachine()
                ? new LaunchedRank(rank.number(), rank.host().name(), variables, program.remoteWords())
                : new LaunchedRank(
                        rank.number(),
                        rank.host().name(),
                        Map.of(),
                        remote(rank.host()).shown(program, variables));
    }

    /**
     * Runs the ranks to their end, as many times as failures and settings ask for; when a stop is requested, all ranks are asked
     * to stop, once, and not started again.
     *
     * @return 0 where all ranks ended well, otherwise the exit code of the first that failed
     */
    public int run(BooleanSupplier stopRequested) {
        truncateLogs();
        var restarts = new Restarts(settings);
        var started = program;
        while (true) {
            var failure = attempt(usable(restarts), started, stopRequested);
            if (failure.isEmpty() || closed) {
                return 0;
            }
            if (stopRequested.getAsBoolean()) {
                return failure.get().launchExitCode();
            }
            messages.accept(failure.get().sentence());
            if (restarts.areSpent()) {
                return failure.get().launchExitCode();
            }
            restarts.after(failure.get());
            started = resumed();
        }
    }

    /** The hosts to start on: a restart does without those that are gone, where it may. */
    private Hosts usable(Restarts restarts) {
        var others = restarts.hosts().others().stream().map(this::remote).toList();
        var problems = HostCheck.problems(others, program);
        problems.forEach((host, problem) -> {
            if (!restarts.without(host)) {
                throw new StokerException(problem);
            }
            messages.accept(problem);
        });
        if (restarts.count() > 0) {
            messages.accept(restarts.sentence(runFile.flatMap(RunFile::run)));
        }
        return restarts.hosts();
    }

    private RankProgram resumed() {
        return runFile.flatMap(RunFile::run)
                .map(run -> program.withArguments(ResumedCommand.of(program.arguments(), run)))
                .orElse(program);
    }

    private Optional<FailedRank> attempt(Hosts hosts, RankProgram started, BooleanSupplier stopRequested) {
        try (var ranks = new RankProcesses(settings.grace())) {
            group = ranks;
            var variables = variables(hosts);
            ranks.start(hosts.ranks(), rank -> start(rank, started, variables.of(rank)));
            return ranks.await(() -> closed || stopRequested.getAsBoolean());
        }
    }

    private RankProcess start(Rank rank, RankProgram started, Map<String, String> variables) {
        var output = RankOutput.of(rank, errors, settings.logFolder());
        return rank.host().isThisMachine()
                ? RankProcess.local(rank, started.localWords(), variables, output)
                : RankProcess.remote(rank, remote(rank.host()).start(started, variables), output);
    }

    private RemoteHost remote(Host host) {
        return new RemoteHost(host, settings.ssh(), folder);
    }

    private LaunchVariables variables(Hosts hosts) {
        return new LaunchVariables(
                hosts.size(),
                hosts.masterAddress(),
                settings.port().orElseGet(FreePort::find),
                settings.timeout(),
                runFile.map(RunFile::path));
    }

    /** Logs of an earlier launch end here; a restart appends to its own. */
    private void truncateLogs() {
        settings.logFolder().ifPresent(logs -> {
            for (int rank = 0; rank < settings.hosts().size(); rank++) {
                try {
                    Files.deleteIfExists(RankOutput.file(logs, rank));
                } catch (IOException _) {
                    // opening it says why
                }
            }
        });
    }

    /** Ends all ranks at once; from any thread. */
    @Override
    public void close() {
        closed = true;
        var running = group;
        if (running != null) {
            running.kill();
        }
        runFile.ifPresent(RunFile::close);
    }
}
