package dev.stoker.data.near;

import dev.stoker.core.Bytes;
import dev.stoker.data.BatchShare;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where records of remote sets are kept, and how many bytes of them.
 *
 * @param limit of all near caches in the folder; empty for half of what its disk has left, with what the caches hold already
 * @param rank whose records they are: each rank has a file of its own
 * @param sharers how many caches fill the folder at the same time, each with its part of the limit: ranks of this machine, sets
 */
public record NearSettings(Path folder, Optional<Bytes> limit, BatchShare rank, int sharers) {
    public NearSettings {
        if (sharers < 1) {
            throw new IllegalArgumentException("at least one cache fills a folder, got " + sharers);
        }
    }

    /** For one process that reads one set. */
    public NearSettings(Path folder, Optional<Bytes> limit) {
        this(folder, limit, BatchShare.ALL, 1);
    }
}
