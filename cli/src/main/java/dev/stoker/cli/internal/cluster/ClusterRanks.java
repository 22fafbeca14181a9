package dev.stoker.cli.internal.cluster;

import dev.stoker.cli.internal.command.LaunchedStoker;
import dev.stoker.cli.internal.console.MessageOutput;
import dev.stoker.cli.internal.process.InterruptHandler;
import dev.stoker.core.StokerException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command as ranks on a cluster. */
public final class ClusterRanks {
    @Option(
            names = {"-n", "--ranks"},
            paramLabel = "N",
            description = "with --spark: number of ranks, each of which takes a slot")
    private @Nullable Integer ranks;

    /** A number of ranks without a cluster. */
    public void refuseAlone() {
        if (ranks != null) {
            throw new StokerException(
                    "-n is about ranks on a cluster: give it with --spark MASTER, or as `stoker launch -n %d -- train`"
                            .formatted(ranks));
        }
    }

    /** Returns the exit code. */
    public int run(ClusterOptions options, List<String> arguments, MessageOutput messages) {
        if (ranks == null || ranks < 1) {
            throw new StokerException(
                    ranks == null
                            ? "how many ranks? Give their number with -n"
                            : "-n must be at least 1, got %d".formatted(ranks));
        }
        var program = LaunchedStoker.onCluster(ClusterOptions.withoutFlags(arguments));
        try (var interruption = InterruptHandler.watch(messages, "stopped before ranks were started");
                var cluster = options.connect()) {
            interruption.stopsBy(() -> "stopping %d ranks".formatted(ranks), () -> "quit; the ranks end");
            int code = cluster.runRanks(program, ranks, new StandardStreams(), interruption::requested);
            return code != 0 && interruption.requested() ? interruption.exitCode() : code;
        }
    }
}
