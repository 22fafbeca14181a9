package dev.stoker.datasets.internal.source;

import dev.stoker.core.Bytes;
import dev.stoker.core.ProgressReporter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How far files are copied: the bytes of those that are done, and of the present one as many as its rows have a share in. */
final class CopyProgress {
    /** Reports are for people; a row of a small image takes less time than a report. */
    private static final int ROWS = 64;

    private final ProgressReporter reporter;
    private long earlier;
    private long size;
    private long rows = 1;
    private long row;

    private CopyProgress(ProgressReporter reporter) {
        this.reporter = reporter;
    }

    static CopyProgress of(Path origin, List<Path> files, ProgressReporter reporter) {
        long total = files.stream().mapToLong(CopyProgress::size).sum();
        reporter.begin("copying %s into TFRecords".formatted(origin.getFileName()), Optional.of(new Bytes(total)));
        reporter.progress(new Bytes(0));
        return new CopyProgress(reporter);
    }

    private static long size(Path file) {
        return file.toFile().length();
    }

    void begin(Path file, long count) {
        earlier += size;
        size = size(file);
        rows = Math.max(1, count);
        row = 0;
    }

    void row() {
        row++;
        if (row % ROWS == 0 || row == rows) {
            reporter.progress(new Bytes(earlier + (long) (size * (Math.min(row, rows) / (double) rows))));
        }
    }
}
