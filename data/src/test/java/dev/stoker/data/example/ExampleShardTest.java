package dev.stoker.data.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Bytes;
import dev.stoker.data.record.RecordBuffer;
import dev.stoker.data.record.RecordFile;
import dev.stoker.data.record.RecordStream;
import dev.stoker.data.record.RecordWriter;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.proto.Example;

/** Examples written to shards and read back. */
class ExampleShardTest {
    private static final ExampleSchema SCHEMA = ExampleSchema.of(Feature.bytes("image", 1), Feature.int64("label", 1));

    @TempDir
    Path folder;

    private List<Path> write(int count) {
        var records = RecordWriter.open(folder, "train", new Bytes(20_000));
        var example = new ExampleWriter();
        try (records) {
            for (int i = 0; i < count; i++) {
                records.write(example.bytes("image", new byte[100 * i])
                        .int64("label", i)
                        .toBytes());
            }
        }
        return records.shards();
    }

    @Test
    void examplesAreReadByNumber() {
        var reader = new ExampleReader();
        var row = new ExampleRow(SCHEMA);
        int label = 0;
        try (var buffer = new RecordBuffer()) {
            for (Path shard : write(30)) {
                try (var file = RecordFile.open(shard)) {
                    for (long i = 0; i < file.count(); i++) {
                        reader.read(file.read(i, buffer), row);
                        assertThat(row.int64(1, 0)).isEqualTo(label);
                        assertThat(row.bytes(0, 0).byteSize()).isEqualTo(100L * label++);
                    }
                }
            }
        }
        assertThat(label).isEqualTo(30);
    }

    @Test
    void examplesAreReadByTensorFlow() throws IOException {
        int label = 0;
        for (Path shard : write(30)) {
            try (var stream = RecordStream.open(shard)) {
                while (stream.next()) {
                    var example = Example.parseFrom(stream.payload().toArray(ValueLayout.JAVA_BYTE));
                    var features = example.getFeatures();
                    assertThat(features.getFeatureMap().keySet()).containsExactly("image", "label");
                    assertThat(features.getFeatureOrThrow("label")
                                    .getInt64List()
                                    .getValue(0))
                            .isEqualTo(label++);
                }
            }
        }
        assertThat(label).isEqualTo(30);
    }
}
