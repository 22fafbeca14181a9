package dev.stoker.datasets.prepare;

import java.nio.file.Path;

/** What a finished preparation came to, of so many bytes in files; {@code processed} counts the images of this run alone. */
public record PreparedDataset(
        Path folder,
        long records,
        int classes,
        int shards,
        long bytes,
        long cropReady,
        long sourceBytes,
        long skipped,
        long duplicates,
        long processed) {}
