package dev.stoker.data.record;

import java.nio.file.Path;

/**
 * A shard as it was found when its index was read.
 *
 * @param size in bytes
 * @param modified in nanoseconds since 1970
 */
public record ShardSummary(Path path, long records, long size, long modified) {}
