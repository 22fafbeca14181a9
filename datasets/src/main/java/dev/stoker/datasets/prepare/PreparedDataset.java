package dev.stoker.datasets.prepare;

import java.nio.file.Path;

/**
 * The result of a preparation.
 *
 * @param damaged files with missing or wrong pixels, which are left out or encoded again
 * @param sourceBytes the total size of the source files
 * @param processed the images of this run alone, without those of earlier, interrupted runs
 */
public record PreparedDataset(
        Path folder,
        long records,
        int classes,
        int shards,
        long bytes,
        long cropReady,
        long sourceBytes,
        long skipped,
        long damaged,
        long duplicates,
        long processed) {}
