package dev.stoker.datasets.prepare;

import dev.stoker.data.example.ExampleReader;
import dev.stoker.data.example.ExampleRow;
import dev.stoker.data.example.ExampleSchema;
import dev.stoker.data.example.Feature;
import dev.stoker.data.record.RecordBuffer;
import dev.stoker.data.record.RecordFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A record of a shard, read back. */
record StoredImage(byte[] encoded, String format, long label, String text, long height, long width, String filename) {
    private static final ExampleSchema SCHEMA = ExampleSchema.of(
            Feature.bytes("image/encoded", 1),
            Feature.bytes("image/format", 1),
            Feature.int64("image/class/label", 1),
            Feature.bytes("image/class/text", 1),
            Feature.int64("image/height", 1),
            Feature.int64("image/width", 1),
            Feature.bytes("image/filename", 1));

    /** All records of a split, in the order of its shards. */
    static List<StoredImage> of(Path set, String part) {
        var images = new ArrayList<StoredImage>();
        for (Path shard : shards(set, part)) {
            try (var file = RecordFile.open(shard);
                    var buffer = new RecordBuffer()) {
                for (long i = 0; i < file.count(); i++) {
                    images.add(read(file.read(i, buffer)));
                }
            }
        }
        return images;
    }

    static List<Path> shards(Path set, String part) {
        try (var files = Files.list(set)) {
            return files.filter(file -> file.getFileName().toString().matches(part + "-\\d{5}-of-\\d{5}\\.tfrecord"))
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static StoredImage read(MemorySegment payload) {
        var row = new ExampleRow(SCHEMA);
        new ExampleReader().read(payload, row);
        return new StoredImage(
                row.bytes(0, 0).toArray(ValueLayout.JAVA_BYTE),
                text(row, 1),
                row.int64(2, 0),
                text(row, 3),
                row.int64(4, 0),
                row.int64(5, 0),
                text(row, 6));
    }

    private static String text(ExampleRow row, int feature) {
        return new String(row.bytes(feature, 0).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }
}
