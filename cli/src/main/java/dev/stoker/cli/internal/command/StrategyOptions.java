package dev.stoker.cli.internal.command;

import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.distribute.launch.Hosts;
import dev.stoker.distribute.launch.LaunchSettings;
import dev.stoker.job.Strategy;
import dev.stoker.job.plan.Plan;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a training is spread over processes, devices and threads; no part of a plan, since any number of ranks may continue a run. */
public final class StrategyOptions {
    private static final String AUTO = "auto";
    private static final List<String> NAMES = Stream.concat(
                    Stream.of(Strategy.values()).map(Strategy::title), Stream.of(AUTO))
            .toList();

    /** Of ranks that {@link Strategy#MIRRORED} has started. */
    private static final String PROPERTY = "stoker.strategy";

    @Option(
            names = "--strategy",
            paramLabel = "NAME",
            description = "strategy: single, mirrored (a process for each GPU of this host), workers (one of the ranks"
                    + " that a launcher or cluster started), hogwild (threads over shared weights without locks, on a"
                    + " CPU) or auto: workers, else mirrored with several GPUs, else single (auto)")
    private String name = AUTO;

    @Option(
            names = "--devices",
            paramLabel = "N",
            description = "number of GPUs for strategy mirrored, or of ranks on the CPU (all GPUs)")
    private @Nullable Integer devices;

    /** Whether variables of launchers do not count. */
    public boolean isSingle() {
        return asked().filter(Strategy.SINGLE::equals).isPresent();
    }

    private Optional<Strategy> asked() {
        if (name.equals(AUTO)) {
            return Optional.empty();
        }
        return Optional.of(Stream.of(Strategy.values())
                .filter(strategy -> strategy.title().equals(name))
                .findFirst()
                .orElseThrow(() -> new StokerException("there is no strategy '%s'%s (strategies: %s)"
                        .formatted(name, NameSuggestion.didYouMean(name, NAMES), String.join(", ", NAMES)))));
    }

    private OptionalInt devices() {
        return devices == null ? OptionalInt.empty() : OptionalInt.of(devices);
    }

    /** {@code launched} says whether this process is one of several ranks. */
    public Strategy choose(boolean launched, Plan plan) {
        return Strategy.choose(asked(), launched, devices(), plan);
    }

    /** What started the ranks of which this process is one. */
    public static Strategy ofRanks() {
        return Strategy.MIRRORED.title().equals(System.getProperty(PROPERTY)) ? Strategy.MIRRORED : Strategy.WORKERS;
    }

    /** Starts the command again, as a rank for each device; returns the exit code. */
    public int launchMirrored(Plan plan, List<String> command, OutputOptions output) {
        var hosts = Hosts.local(Strategy.mirroredRanks(devices(), plan));
        var program = LaunchedStoker.program(StrategyWords.asWorkers(command), hosts, null)
                .withOption("-D%s=%s".formatted(PROPERTY, Strategy.MIRRORED.title()));
        return LaunchCommand.run(LaunchSettings.of(hosts), program, new LaunchConsole(output));
    }
}
