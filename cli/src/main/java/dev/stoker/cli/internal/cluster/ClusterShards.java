package dev.stoker.cli.internal.cluster;

import dev.stoker.cli.internal.command.LaunchedStoker;
import dev.stoker.job.prepare.PreparationJob;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/** Shards that tasks of a cluster write, each in a process of its own. */
public record ClusterShards(ClusterOptions options) implements PreparationJob.Dispatcher {
    /** The cluster is left before this returns: a task that was too slow to be needed has ended then. */
    @Override
    public boolean dispatch(List<Path> tasks, IntConsumer written, BooleanSupplier stop) {
        var programs = tasks.stream()
                .map(task -> LaunchedStoker.onCluster(
                        List.of(WriteShardCommand.NAME, task.toAbsolutePath().toString())))
                .toList();
        try (var cluster = options.connect()) {
            return cluster.runTasks(programs, written, stop);
        }
    }
}
