package dev.stoker.job;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.random.Seed;
import dev.stoker.data.PipelineResources;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.Datasets;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder with some images of the bundled dataset, so that a run takes a second. */
final class SmallTestData {
    private SmallTestData() {}

    /** For tests that only read it. */
    static Path of(int training, int test) {
        return SharedTestFolders.of("small %d %d".formatted(training, test), folder -> write(folder, training, test));
    }

    static Path write(Path folder, int training, int test) throws IOException {
        Files.createDirectories(folder);
        try (var set = Datasets.open(Datasets.BUILT_IN, 28)) {
            write(folder, "train", set.training(), training);
            write(folder, "t10k", set.test().orElseThrow(), test);
        }
        return folder;
    }

    private static void write(Path folder, String part, DatasetSplit source, int count) throws IOException {
        var rows = source.evaluationRows().withElements(samples -> samples.shuffle(new Seed(1)));
        var images = ByteBuffer.allocate(16 + 784 * count)
                .putInt(0x803)
                .putInt(count)
                .putInt(28)
                .putInt(28);
        var labels = ByteBuffer.allocate(8 + count).putInt(0x801).putInt(count);
        try (var feed = rows.batch(count).open(PipelineResources.workers(1), BatchMemoryAllocator.host());
                var batch = feed.next()) {
            images.put(batch.rows().toArray(ValueLayout.JAVA_BYTE));
            for (long label : batch.labels().toArray(ValueLayout.JAVA_LONG)) {
                labels.put((byte) label);
            }
        }
        Files.write(folder.resolve(part + "-images-idx3-ubyte"), images.array());
        Files.write(folder.resolve(part + "-labels-idx1-ubyte"), labels.array());
    }
}
