package dev.stoker.datasets.internal.image;

import dev.stoker.core.StokerException;
import dev.stoker.data.Worker;
import dev.stoker.data.file.FileBuffer;
import dev.stoker.data.file.LabeledFile;
import dev.stoker.datasets.FileFingerprint;
import dev.stoker.datasets.ImageFolder;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Images in files of their own. */
public record ImageFileReader(ImageFolder tree) implements EncodedImageReader {
    @Override
    public int size() {
        return tree.entries().size();
    }

    @Override
    public Labeled read(long sample, Worker worker) {
        var entry = tree.entries().get((int) sample);
        var encoded = buffer(worker).read(entry.file());
        refuseChanged(entry, encoded.byteSize());
        worker.read(encoded.byteSize());
        return new Labeled(encoded, entry.label());
    }

    /** A file that grew or shrank is another image under the same label, and a resumed run could not notice. */
    private static void refuseChanged(LabeledFile entry, long bytes) {
        if (entry.size() != LabeledFile.UNKNOWN && entry.size() != bytes) {
            throw new StokerException(
                    "%s has changed since the folder was listed: it has %,d bytes instead of %,d; run again when nothing writes to it"
                            .formatted(entry.file(), bytes, entry.size()));
        }
    }

    @Override
    public void prefetch(long sample, Worker worker) {
        buffer(worker).read(tree.entries().get((int) sample).file());
    }

    @Override
    public OptionalInt label(long sample) {
        return OptionalInt.of(tree.entries().get((int) sample).label());
    }

    private static FileBuffer buffer(Worker worker) {
        return worker.scratch(ImageFileReader.class, () -> new FileBuffer(worker.memory()));
    }

    @Override
    public String title() {
        return "files";
    }

    @Override
    public String describe(long sample) {
        return tree.entries().get((int) sample).file().toString();
    }

    @Override
    public String identity(long sample) {
        var entry = tree.entries().get((int) sample);
        return "%s, %d bytes, %d".formatted(entry.file(), entry.size(), entry.modified());
    }

    @Override
    public Stream<FileFingerprint> files(Path folder) {
        return tree.entries().stream().map(entry -> FileFingerprint.of(folder, entry));
    }

    @Override
    public void close() {}
}
