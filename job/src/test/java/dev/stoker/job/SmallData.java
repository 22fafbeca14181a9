package dev.stoker.job;

import dev.stoker.core.Seed;
import dev.stoker.core.SlotMemory;
import dev.stoker.data.Resources;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.Part;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder with some pictures of the built-in set, so that a run takes a second. */
final class SmallData {
    private SmallData() {}

    /** For tests that only read it. */
    static Path of(int training, int test) {
        return KeptFolders.of("small %d %d".formatted(training, test), folder -> write(folder, training, test));
    }

    static Path write(Path folder, int training, int test) throws IOException {
        Files.createDirectories(folder);
        try (var set = Datasets.open(Datasets.BUILT_IN, 28)) {
            write(folder, "train", set.training(), training);
            write(folder, "t10k", set.test(), test);
        }
        return folder;
    }

    private static void write(Path folder, String part, Part source, int count) throws IOException {
        var rows = source.plain().over(samples -> samples.shuffle(new Seed(1)));
        var pictures = ByteBuffer.allocate(16 + 784 * count)
                .putInt(0x803)
                .putInt(count)
                .putInt(28)
                .putInt(28);
        var labels = ByteBuffer.allocate(8 + count).putInt(0x801).putInt(count);
        try (var feed = rows.batch(count).open(Resources.workers(1), SlotMemory.ofHost());
                var batch = feed.next()) {
            pictures.put(batch.rows().toArray(ValueLayout.JAVA_BYTE));
            for (long label : batch.labels().toArray(ValueLayout.JAVA_LONG)) {
                labels.put((byte) label);
            }
        }
        Files.write(folder.resolve(part + "-images-idx3-ubyte"), pictures.array());
        Files.write(folder.resolve(part + "-labels-idx1-ubyte"), labels.array());
    }
}
