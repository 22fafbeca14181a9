package dev.stoker.data.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.data.internal.file.PositionedFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordWriterTest {
    private static final List<byte[]> PAYLOADS =
            Payloads.ofLengths(IntStream.range(0, 30).map(i -> 50 + i).toArray());

    @TempDir
    Path folder;

    private List<String> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private RecordWriter written(long shardSize) {
        var writer = RecordWriter.open(folder, "train", new Bytes(shardSize));
        PAYLOADS.forEach(writer::write);
        return writer;
    }

    @Test
    void theDatasetIsReadByAnIndependentReader() throws IOException {
        var writer = written(800);
        writer.close();

        List<byte[]> read = new ArrayList<>();
        for (Path shard : writer.shards()) {
            read.addAll(IndependentFrames.read(shard));
        }
        assertThat(read).containsExactlyElementsOf(PAYLOADS);
        assertThat(writer.count()).isEqualTo(30);
    }

    @Test
    void shardNamesHaveTheTotalOnceTheWriterIsClosed() throws IOException {
        var writer = written(1_000);
        assertThat(files())
                .containsExactly(
                        "train-00000.tfrecord",
                        "train-00000.tfrecord.index",
                        "train-00001.tfrecord",
                        "train-00001.tfrecord.index",
                        "train-00002.tfrecord.partial");

        writer.close();
        assertThat(files())
                .containsExactly(
                        "train-00000-of-00003.tfrecord",
                        "train-00000-of-00003.tfrecord.index",
                        "train-00001-of-00003.tfrecord",
                        "train-00001-of-00003.tfrecord.index",
                        "train-00002-of-00003.tfrecord",
                        "train-00002-of-00003.tfrecord.index");
        assertThat(writer.shards())
                .hasSize(3)
                .allSatisfy(shard -> assertThat(Files.size(shard)).isBetween(1L, 1_000L));
    }

    @Test
    void theIndexWrittenAtTheSameTimeIsTheOneOfAScan() throws IOException {
        var writer = written(1_000);
        writer.close();

        for (Path shard : writer.shards()) {
            Path index = RecordIndexFile.of(shard);
            byte[] written = Files.readAllBytes(index);
            try (var opened = PositionedFile.open(shard)) {
                assertThat(RecordIndexFile.load(opened)).isPresent();
            }
            Files.delete(index);
            RecordFile.open(shard).close();
            assertThat(Files.readAllBytes(index)).isEqualTo(written);
        }
    }

    @Test
    void aRecordLargerThanAShardGetsItsOwn() throws IOException {
        var writer = RecordWriter.open(folder, "big", new Bytes(100));
        try (writer) {
            Payloads.ofLengths(10, 5_000, 10).forEach(writer::write);
        }

        assertThat(files())
                .contains("big-00000-of-00003.tfrecord", "big-00001-of-00003.tfrecord", "big-00002-of-00003.tfrecord");
    }

    @Test
    void payloadsMayBeInNativeMemory() throws IOException {
        var payloads = Payloads.ofLengths(0, 65_536, 200_001);
        var writer = RecordWriter.open(folder, "native", Bytes.ofMebibytes(1));
        try (writer;
                var arena = Arena.ofConfined()) {
            for (byte[] payload : payloads) {
                writer.write(arena.allocate(payload.length).copyFrom(MemorySegment.ofArray(payload)));
            }
        }

        assertThat(IndependentFrames.read(writer.shards().getFirst())).containsExactlyElementsOf(payloads);
    }

    @Test
    void aWriterWithoutRecordsLeavesNoShards() throws IOException {
        var writer = RecordWriter.open(folder, "none", Bytes.ofMebibytes(1));
        writer.close();

        assertThat(writer.shards()).isEmpty();
        assertThat(files()).isEmpty();
    }

    @Test
    void anAbortedSetLeavesNothing() throws IOException {
        Files.writeString(folder.resolve("notes.txt"), "mine");
        var writer = written(1_000);

        writer.abort();
        writer.abort();
        writer.close();

        assertThat(files()).containsExactly("notes.txt");
        assertThatThrownBy(() -> writer.write(new byte[1])).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aFullDiskIsNamedAndLeavesNothing() throws IOException {
        try (var writer = RecordWriter.open(folder, "train", new Bytes(2_000_000))) {
            writer.write(new byte[1_999_000]);
            Files.createSymbolicLink(folder.resolve("train-00001.tfrecord.partial"), Path.of("/dev/full"));

            assertThatThrownBy(() -> writer.write(new byte[1_999_000]))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("cannot write %s (No space left on device)"
                            .formatted(folder.resolve("train-00001.tfrecord")));
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void aPayloadThatCannotBeReadLeavesNothing() throws IOException {
        MemorySegment gone;
        try (var arena = Arena.ofConfined()) {
            gone = arena.allocate(10);
        }
        var writer = written(1_000);

        assertThatThrownBy(() -> writer.write(gone)).isInstanceOf(IllegalStateException.class);
        writer.close();

        assertThat(files()).isEmpty();
    }

    @Test
    void shardsThatCannotBeRenamedAreDeleted() throws IOException {
        var writer = written(1_000);
        Files.createDirectories(folder.resolve("train-00001-of-00003.tfrecord/in the way"));

        assertThatThrownBy(writer::close)
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(folder.resolve("train-00001.tfrecord").toString());

        assertThat(files()).containsExactly("train-00001-of-00003.tfrecord");
    }

    @ParameterizedTest
    @ValueSource(strings = {"train-00007.tfrecord", "train-00000-of-00003.tfrecord", "train-100000.tfrecord"})
    void shardsOfTheSamePrefixAreInTheWay(String name) throws IOException {
        Files.createFile(folder.resolve(name));

        assertThatThrownBy(() -> RecordWriter.open(folder, "train", Bytes.ofMebibytes(1)))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(folder.resolve(name) + " is in the way");
    }

    @Test
    void shardsOfOtherPrefixesAreNot() throws IOException {
        Files.createFile(folder.resolve("train-big-00000-of-00001.tfrecord"));
        Files.createFile(folder.resolve("test-00000-of-00001.tfrecord"));

        written(10_000).close();

        assertThat(files()).contains("train-00000-of-00001.tfrecord");
    }

    @Test
    void aFolderThatIsMissingIsCreated() {
        RecordWriter.open(folder.resolve("a/b"), "train", Bytes.ofMebibytes(1)).close();

        assertThat(folder.resolve("a/b")).isEmptyDirectory();
    }

    @Test
    void aFileInPlaceOfTheFolderIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "");

        assertThatThrownBy(() -> RecordWriter.open(file, "train", Bytes.ofMebibytes(1)))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("cannot create " + file);
    }

    @Test
    void invalidSettingsAreRefused() {
        assertThatThrownBy(() -> RecordWriter.open(folder, "train", new Bytes(0)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RecordWriter.open(folder, "a/b", new Bytes(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a/b");
    }

    @Test
    void anInterruptedThreadContinuesWriting() throws IOException {
        Thread.currentThread().interrupt();
        var writer = written(1_000);
        assertThat(Thread.interrupted()).isTrue();
        writer.close();

        assertThat(writer.shards()).hasSize(3);
    }
}
