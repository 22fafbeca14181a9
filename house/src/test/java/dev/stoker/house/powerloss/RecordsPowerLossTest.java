package dev.stoker.house.powerloss;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Bytes;
import dev.stoker.data.Cache;
import dev.stoker.data.Dataset;
import dev.stoker.data.ElementCodec;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.record.RecordBuffer;
import dev.stoker.data.record.RecordFile;
import dev.stoker.data.record.RecordWriter;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Shards with their indexes, and a cache on disk. */
class RecordsPowerLossTest {
    private static final int SIZE = 12;

    @TempDir
    Path folder;

    private static String word(long index) {
        return "word %d %s".formatted(index, "x".repeat((int) (index * 7 % 23)));
    }

    private static List<String> words() {
        return LongStream.range(0, SIZE).mapToObj(RecordsPowerLossTest::word).toList();
    }

    @Test
    void aShardThatHasItsNameIsWhole(TestReporter reporter) throws IOException {
        var recorder = new DiskRecorder(Files.createDirectory(folder.resolve("disk")));
        Path set = RecordingFileSystem.record(folder.resolve("disk"), recorder).resolve("data/set");
        try (var writer = RecordWriter.open(set, "train", new Bytes(150))) {
            words().forEach(word -> writer.write(word.getBytes(StandardCharsets.UTF_8)));
        }
        recorder.promise("written");
        var count = PowerLoss.everywhere(recorder.operations(), folder, RecordsPowerLossTest::inspectShards);
        reporter.publishEntry("shards", count.toString());
        assertThat(count.cuts()).isGreaterThanOrEqualTo(40);
    }

    private static void inspectShards(Path disk, List<String> promises) throws IOException {
        Path set = disk.resolve("data/set");
        var found = new ArrayList<String>();
        if (Files.isDirectory(set)) {
            List<Path> shards;
            try (var files = Files.list(set)) {
                shards = files.filter(file -> file.toString().endsWith(".tfrecord"))
                        .sorted()
                        .toList();
            }
            for (Path shard : shards) {
                found.addAll(read(shard));
            }
            if (!promises.isEmpty()) {
                assertThat(shards).allMatch(shard -> shard.toString().contains("-of-0000" + shards.size()));
            }
        }
        assertThat(words()).containsAll(found);
        if (!promises.isEmpty()) {
            assertThat(found).isEqualTo(words());
        }
    }

    private static List<String> read(Path shard) {
        var found = new ArrayList<String>();
        try (var file = RecordFile.open(shard);
                var buffer = new RecordBuffer()) {
            for (long i = 0; i < file.count(); i++) {
                found.add(new String(file.read(i, buffer).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8));
            }
        }
        return found;
    }

    private static List<String> cached(Path folder) {
        var words = Dataset.range(SIZE)
                .map(RecordsPowerLossTest::word)
                .cache(Cache.disk(folder, "words", Bytes.ofMebibytes(1), ElementCodec.text()));
        try (var iterator = words.iterate(PipelineResources.workers(1))) {
            var elements = new ArrayList<String>();
            iterator.forEachRemaining(elements::add);
            return elements;
        }
    }

    @Test
    void aCacheNeverGivesAWrongElement(TestReporter reporter) throws IOException {
        var recorder = new DiskRecorder(Files.createDirectory(folder.resolve("disk")));
        Path root = RecordingFileSystem.record(folder.resolve("disk"), recorder);
        assertThat(cached(root.resolve("cache"))).isEqualTo(words());
        assertThat(cached(root.resolve("cache"))).isEqualTo(words());
        var count = PowerLoss.everywhere(recorder.operations(), folder, (disk, _) -> {
            assertThat(cached(disk.resolve("cache"))).isEqualTo(words());
            assertThat(cached(disk.resolve("cache"))).as("a second time").isEqualTo(words());
        });
        reporter.publishEntry("cache", count.toString());
        assertThat(count.cuts()).isGreaterThan(15);
    }
}
