package dev.stoker.data.record;

/**
 * A shard as it was found when its index was read.
 *
 * @param location a path, or an address
 * @param size in bytes
 * @param modified in nanoseconds since 1970, or -1 for a shard that is not a local file
 */
public record ShardSummary(String location, long records, long size, long modified) {}
