package dev.stoker.datasets.internal.image;

import dev.stoker.data.Worker;
import dev.stoker.data.file.FileBuffer;
import dev.stoker.datasets.ImageFolder;
import java.util.OptionalInt;

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
        worker.read(encoded.byteSize());
        return new Labeled(encoded, entry.label());
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
    public void close() {}
}
