package dev.stoker.data.near;

import dev.stoker.core.Bytes;

/**
 * What a near cache has done so far.
 *
 * @param hits records that came from it
 * @param kept records that it holds, also those of earlier runs
 * @param size of its file
 * @param damaged records whose bytes were no longer those that were kept, and which were fetched again
 */
public record NearStatistics(long hits, Bytes hitBytes, long kept, Bytes size, long damaged) {
    public static final NearStatistics NONE = new NearStatistics(0, new Bytes(0), 0, new Bytes(0), 0);
}
