package dev.stoker.datasets.prepare;

import java.nio.file.Path;

/** What a finished preparation came to; {@code processed} counts the pictures of this run alone. */
public record PreparedSet(
        Path folder,
        long records,
        int classes,
        int shards,
        long bytes,
        long skipped,
        long duplicates,
        long processed) {}
