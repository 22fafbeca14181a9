package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Bytes;
import dev.stoker.core.random.Seed;
import dev.stoker.data.record.RecordWriter;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class GzippedRecordSourceTest extends DatasetSourceContract {
    @Override
    Dataset<String> source() throws IOException {
        var records = RecordWriter.open(folder, "train", new Bytes(500));
        try (records) {
            for (int i = 0; i < 90; i++) {
                records.write(new byte[] {(byte) i, 1, 2});
            }
        }
        for (Path shard : records.shards()) {
            byte[] plain = Files.readAllBytes(shard);
            Files.delete(shard);
            try (var gzip = new GZIPOutputStream(Files.newOutputStream(Path.of(shard + ".gz")))) {
                gzip.write(plain);
            }
        }
        return FileDatasets.records(folder, (payload, _) -> Arrays.toString(payload.toArray(ValueLayout.JAVA_BYTE)));
    }

    @Test
    void randomNumbersOfAParserAreTheSameAfterResuming() throws IOException {
        source();
        var sampled = FileDatasets.records(
                folder, (_, worker) -> worker.random(new Seed(3)).nextInt(1 << 30));
        var expected = all(sampled);
        try (var iterator = sampled.iterate(PipelineResources.workers(1))) {
            for (int i = 0; i < 50; i++) {
                iterator.next();
            }
            assertThat(all(sampled, 1, iterator.state())).isEqualTo(expected.subList(50, 90));
        }
    }
}
