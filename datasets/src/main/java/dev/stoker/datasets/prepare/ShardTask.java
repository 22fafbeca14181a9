package dev.stoker.datasets.prepare;

import dev.stoker.datasets.internal.file.Folders;
import java.nio.file.Path;

/**
 * One shard of a preparation, written by a process that knows nothing of the others. It is written in a folder of its own and
 * moved from there file by file, its record last; so it may be run again, or twice at the same time, and only whole files appear.
 */
public final class ShardTask {
    private ShardTask() {}

    /** Writes the shard that a file of the workspace describes, unless it is there. */
    public static void run(Path file) {
        var task = ShardTaskFile.read(file);
        var workspace = UnfinishedFolder.ofTask(file);
        if (workspace.finished(task.shard().fileName()).isPresent()) {
            return;
        }
        Path folder = workspace.attempt();
        try {
            workspace.adopt(folder, written(task, folder));
        } finally {
            Folders.delete(folder);
        }
    }

    private static FinishedShard written(ShardTaskFile task, Path folder) {
        try (var workers = new PreparationWorkerPool(task.settings(), task.classes())) {
            var records = new InFlightRecords(workers, task.shard().images().iterator());
            var builder = new ShardBuilder(records, task.settings().maxCorrupt(), 0, new Silent(), () -> false);
            return builder.build(task.shard(), folder.resolve(task.shard().fileName()))
                    .orElseThrow();
        }
    }

    private record Silent() implements PreparationObserver {
        @Override
        public void started(long images, int shards, long imagesDone, int shardsDone) {}

        @Override
        public void advanced(long images) {}
    }
}
