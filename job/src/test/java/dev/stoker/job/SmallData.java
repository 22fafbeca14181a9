package dev.stoker.job;

import dev.stoker.data.Source;
import dev.stoker.datasets.Datasets;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder with the first pictures of the built-in set, so that a run takes a second. */
final class SmallData {
    private SmallData() {}

    static Path write(Path folder, int training, int test) throws IOException {
        var dataset = Datasets.open(Datasets.BUILT_IN);
        Files.createDirectories(folder);
        write(folder, "train", dataset.training(), training);
        write(folder, "t10k", dataset.test(), test);
        return folder;
    }

    private static void write(Path folder, String part, Source source, int count) throws IOException {
        var pictures = ByteBuffer.allocate(16 + 784 * count)
                .putInt(0x803)
                .putInt(count)
                .putInt(28)
                .putInt(28);
        var labels = ByteBuffer.allocate(8 + count).putInt(0x801).putInt(count);
        for (int i = 0; i < count; i++) {
            pictures.put(source.sample(i).toArray(ValueLayout.JAVA_BYTE));
            labels.put((byte) source.label(i));
        }
        Files.write(folder.resolve(part + "-images-idx3-ubyte"), pictures.array());
        Files.write(folder.resolve(part + "-labels-idx1-ubyte"), labels.array());
    }
}
