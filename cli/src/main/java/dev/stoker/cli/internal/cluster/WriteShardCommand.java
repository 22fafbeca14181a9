package dev.stoker.cli.internal.cluster;

import dev.stoker.job.prepare.PreparationJob;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** What a cluster starts for each shard of {@code prepare}; not for people, so help does not know it. */
@Command(name = WriteShardCommand.NAME, hidden = true, description = "Writes one shard of a preparation.")
public final class WriteShardCommand implements Callable<Integer> {
    public static final String NAME = "write-shard";

    @Parameters(paramLabel = "FILE", description = "description of the shard, in an unfinished preparation")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Override
    public Integer call() {
        PreparationJob.writeShard(file);
        return 0;
    }
}
