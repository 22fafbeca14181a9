package dev.stoker.datasets.fetch;

import dev.stoker.core.Bytes;
import dev.stoker.core.Shape;
import dev.stoker.datasets.catalog.CatalogEntry;
import dev.stoker.datasets.catalog.CatalogFile;
import dev.stoker.datasets.catalog.Checksum;
import dev.stoker.datasets.catalog.DatasetOrigin;
import dev.stoker.datasets.format.DatasetFormat;
import dev.stoker.datasets.internal.unpack.TestArchives;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A dataset of the MNIST family with 30 training and 10 test images of 4×4 pixels. */
final class SmallIdxDataset {
    private SmallIdxDataset() {}

    static Map<String, byte[]> files() {
        var files = new LinkedHashMap<String, byte[]>();
        files.put("train-images-idx3-ubyte", images(30));
        files.put("train-labels-idx1-ubyte", labels(30));
        files.put("t10k-images-idx3-ubyte", images(10));
        files.put("t10k-labels-idx1-ubyte", labels(10));
        return files;
    }

    private static byte[] images(int count) {
        var pixels = new byte[count * 16];
        new Random(count).nextBytes(pixels);
        return ByteBuffer.allocate(16 + pixels.length)
                .putInt(0x803)
                .putInt(count)
                .putInt(4)
                .putInt(4)
                .put(pixels)
                .array();
    }

    private static byte[] labels(int count) {
        var labels = ByteBuffer.allocate(8 + count).putInt(0x801).putInt(count);
        for (int i = 0; i < count; i++) {
            labels.put((byte) (i % 2));
        }
        return labels.array();
    }

    static Checksum sum(byte[] content) {
        var digest = Checksum.Algorithm.SHA256.digest();
        digest.update(content);
        return Checksum.Algorithm.SHA256.of(digest);
    }

    static CatalogEntry entry(DatasetOrigin... origins) {
        var listed = files().entrySet().stream()
                .map(file -> new CatalogFile(
                        file.getKey(), new Bytes(file.getValue().length), Optional.of(sum(file.getValue()))))
                .toList();
        return new CatalogEntry(
                "small",
                "a small set",
                DatasetFormat.IDX,
                new Shape(4, 4, 1),
                30,
                10,
                false,
                "none",
                List.of("even", "odd"),
                listed,
                List.of(origins));
    }

    static Path folder(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (var file : files().entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue());
        }
        return folder;
    }

    /** As in archives: in a folder, half of the files gzipped. */
    static TestArchives.Item[] items() throws IOException {
        var items = new ArrayList<TestArchives.Item>();
        for (var file : files().entrySet()) {
            boolean packed = file.getKey().startsWith("t10k");
            items.add(
                    packed
                            ? TestArchives.Item.file(
                                    "set/" + file.getKey() + ".gz", TestArchives.gzipped(file.getValue()))
                            : TestArchives.Item.file("set/" + file.getKey(), file.getValue()));
        }
        return items.toArray(TestArchives.Item[]::new);
    }
}
