package dev.stoker.datasets.internal.source;

import dev.stoker.data.Worker;
import dev.stoker.data.file.LabeledFile;
import dev.stoker.datasets.FileFingerprint;
import dev.stoker.datasets.internal.image.EncodedImageReader;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Images that are read from a copy; what is said of them names the files that were copied. */
record CopiedImages(EncodedImageReader copy, List<Original> originals) implements EncodedImageReader {
    /** A file that was copied and the number of its rows. */
    record Original(LabeledFile file, long rows) {}

    CopiedImages {
        originals = List.copyOf(originals);
    }

    @Override
    public int size() {
        return copy.size();
    }

    @Override
    public Labeled read(long sample, Worker worker) {
        return copy.read(sample, worker);
    }

    @Override
    public void prefetch(long sample, Worker worker) {
        copy.prefetch(sample, worker);
    }

    @Override
    public OptionalInt label(long sample) {
        return copy.label(sample);
    }

    @Override
    public String title() {
        return copy.title();
    }

    @Override
    public String describe(long sample) {
        long row = sample;
        for (var original : originals) {
            if (row < original.rows()) {
                return "%s, row %d".formatted(original.file().file(), row);
            }
            row -= original.rows();
        }
        return copy.describe(sample);
    }

    @Override
    public String identity(long sample) {
        return copy.identity(sample);
    }

    @Override
    public Stream<FileFingerprint> files(Path folder) {
        return originals.stream().map(original -> FileFingerprint.of(folder, original.file()));
    }

    @Override
    public void close() {
        copy.close();
    }
}
