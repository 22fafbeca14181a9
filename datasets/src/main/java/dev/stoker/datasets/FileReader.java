package dev.stoker.datasets;

import dev.stoker.data.Worker;
import dev.stoker.data.file.FileBuffer;

/** Pictures in files of their own. */
record FileReader(ImageTree tree) implements PictureReader {
    @Override
    public int size() {
        return tree.entries().size();
    }

    @Override
    public Labelled read(int sample, Worker worker) {
        var entry = tree.entries().get(sample);
        var buffer = worker.scratch(FileReader.class, FileBuffer::new);
        return new Labelled(buffer.read(entry.file()), entry.label());
    }

    @Override
    public String describe(int sample) {
        return tree.entries().get(sample).file().toString();
    }

    @Override
    public void close() {}
}
