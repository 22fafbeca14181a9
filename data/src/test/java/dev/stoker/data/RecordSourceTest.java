package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.PageCache;
import dev.stoker.core.random.Seed;
import dev.stoker.data.example.ExampleSchema;
import dev.stoker.data.example.ExampleWriter;
import dev.stoker.data.example.Feature;
import dev.stoker.data.internal.pipeline.WorkerState;
import dev.stoker.data.internal.source.IndexedRecordReader;
import dev.stoker.data.record.CorruptRecordException;
import dev.stoker.data.record.RecordShards;
import dev.stoker.data.record.RecordWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class RecordSourceTest extends DatasetSourceContract {
    private static final int RECORDS = 300;
    private static final int FRAME_BYTES = 16;

    @Override
    Dataset<String> source() throws IOException {
        write();
        return FileDatasets.records(pattern(), (payload, _) -> text(payload));
    }

    private String pattern() {
        return folder + "/train-*";
    }

    private static String text(MemorySegment payload) {
        return new String(payload.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }

    private static byte[] payload(int number) {
        return ("record " + number + "!".repeat(number % 50)).getBytes(StandardCharsets.UTF_8);
    }

    private List<Path> write() {
        var records = RecordWriter.open(folder, "train", new Bytes(3_000));
        try (records) {
            IntStream.range(0, RECORDS).forEach(i -> records.write(payload(i)));
        }
        assertThat(records.shards()).hasSizeGreaterThan(3);
        return records.shards();
    }

    private static void pack(Path shard) throws IOException {
        byte[] plain = Files.readAllBytes(shard);
        try (var gzip = new GZIPOutputStream(Files.newOutputStream(shard))) {
            gzip.write(plain);
        }
    }

    private static void flip(Path shard, int position) throws IOException {
        byte[] bytes = Files.readAllBytes(shard);
        bytes[position] ^= 4;
        Files.write(shard, bytes);
    }

    @Test
    void recordsOfAllShardsComeInOrderAndByIndex() throws IOException {
        var records = source();
        assertThat(records.size()).hasValue(RECORDS);
        assertThat(all(records))
                .isEqualTo(IntStream.range(0, RECORDS)
                        .mapToObj(i -> text(MemorySegment.ofArray(payload(i))))
                        .toList());
        assertThat(all(records.shuffle(new Seed(1)))).containsExactlyInAnyOrderElementsOf(all(records));
        assertThat(records.explain()).contains("records 300", "random access");
    }

    @Test
    void aFolderOrASingleShardIsReadToo() {
        Path first = write().getFirst();
        assertThat(all(FileDatasets.records(folder))).hasSize(RECORDS).first().isEqualTo(payload(0));
        assertThat(all(FileDatasets.records(first))).hasSizeBetween(1, RECORDS - 1);
    }

    @Test
    void plainAndGzippedShardsCanBeMixed() throws IOException {
        var expected = all(source());
        pack(folder.resolve(shardNames().get(1)));
        var mixed = FileDatasets.records(pattern(), (payload, _) -> text(payload));
        assertThat(mixed.size()).isEmpty();
        assertThat(mixed.explain()).contains("gzip has no random access");
        assertThat(all(mixed)).isEqualTo(expected);
    }

    private List<String> shardNames() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".tfrecord"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aPatternWithoutFilesNamesTheNearestFolder() {
        assertThatThrownBy(() -> FileDatasets.records(folder + "/no/such/train-*.tfrecord"))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("no file matches " + folder + "/no/such/train-*.tfrecord")
                .hasMessageEndingWith("the nearest that exists is " + folder);
        int shards = write().size();
        assertThatThrownBy(() -> FileDatasets.records(folder + "/test-*"))
                .hasMessageContaining("the folder " + folder + " holds " + 2 * shards + " other files");
        assertThatThrownBy(() -> FileDatasets.records(folder + "/["))
                .hasMessageContaining("is not a valid file name pattern");
        assertThatThrownBy(() -> FileDatasets.records(folder.resolve("gone")))
                .hasMessage("cannot read %s (no such file or folder)".formatted(folder.resolve("gone")));
    }

    @Test
    void anEmptyShardHoldsNoRecords() throws IOException {
        write();
        Files.write(folder.resolve("train-00000-and-nothing.tfrecord"), new byte[0]);
        assertThat(all(FileDatasets.records(pattern()))).hasSize(RECORDS);
        assertThat(all(FileDatasets.records(folder + "/train-*-and-nothing*"))).isEmpty();
    }

    @Test
    void aFlippedBitNamesShardRecordAndByteAndMayBeSkipped() throws IOException {
        Path shard = write().get(1);
        flip(shard, FRAME_BYTES - 2);
        var records = FileDatasets.records(pattern());
        assertThatThrownBy(() -> all(records))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessageContaining(shard + ": record 0 at byte 0 fails its checksum");
        assertThat(all(records.skipCorrupt(1))).hasSize(RECORDS - 1);
    }

    @Test
    void aTruncatedShardNamesTheRecordThatIsNotThere() throws IOException {
        Path shard = write().getLast();
        byte[] bytes = Files.readAllBytes(shard);
        Files.write(shard, Arrays.copyOf(bytes, bytes.length - 5));
        assertThatThrownBy(() -> FileDatasets.records(pattern()))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessageContaining(shard + ": record")
                .hasMessageContaining("is truncated");
    }

    @Test
    void aTruncatedGzippedShardNamesTheRecord() throws IOException {
        Path shard = write().getFirst();
        pack(shard);
        byte[] bytes = Files.readAllBytes(shard);
        Files.write(shard, Arrays.copyOf(bytes, bytes.length / 2));
        assertThatThrownBy(() -> all(FileDatasets.records(pattern())))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessageContaining(shard + ": record")
                .hasMessageContaining("cannot be unpacked");
    }

    @Test
    void aShardDeletedOrChangedBetweenIterationsIsNamed() throws IOException {
        var records = source();
        all(records);
        Path shard = folder.resolve(shardNames().get(2));
        flip(shard, 3);
        Files.setLastModifiedTime(shard, FileTime.fromMillis(5));
        assertThatThrownBy(() -> all(records)).hasMessageContaining(shard + " has changed since it was opened");
        Files.delete(shard);
        assertThatThrownBy(() -> all(records)).hasMessage("cannot read %s (no such file or folder)".formatted(shard));
    }

    @Test
    void aShardThatIsDeletedDuringTheRunIsNamed() throws IOException {
        var records = source();
        Path last = folder.resolve(shardNames().getLast());
        try (var iterator = records.iterate(PipelineResources.workers(1).withPrefetch(Tunable.fixed(1)))) {
            iterator.next();
            Files.delete(last);
            assertThatThrownBy(() -> iterator.forEachRemaining(_ -> {}))
                    .hasMessage("cannot read %s (no such file or folder)".formatted(last));
        }
    }

    @Test
    void aFailureOfTheParserSaysInWhichRecord() {
        Path first = write().getFirst();
        var failing = FileDatasets.records(pattern(), (_, _) -> Integer.parseInt("x"));
        assertThatThrownBy(() -> all(failing, 1, DataState.START))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(first + ", record 0 at byte 0 cannot be parsed: java.lang.NumberFormatException");
    }

    @Test
    void prefetchingReadsTheBytesUnlessTheSystemDoesAndNeverFails() throws IOException {
        var writer = RecordWriter.open(folder, "large", new Bytes(1 << 30));
        try (writer) {
            writer.write(new byte[10_000_000]);
        }
        Path shard = writer.shards().getFirst();
        var reader = new IndexedRecordReader<>(RecordShards.of(List.of(shard)), (payload, _) -> payload.byteSize());
        try (var worker = new WorkerState()) {
            long before = ProcessBytesRead.soFar();
            reader.prefetch(0, worker);
            assertThat(ProcessBytesRead.soFar() - before >= 10_000_000).isEqualTo(!PageCache.takesHints());
            assertThat(reader.read(0, worker)).isEqualTo(10_000_000);
        }
        Files.delete(shard);
        try (var worker = new WorkerState()) {
            reader.prefetch(0, worker);
            assertThatThrownBy(() -> reader.read(0, worker)).hasMessageContaining("cannot read " + shard);
        }
    }

    // ---- examples

    private static final ExampleSchema SCHEMA = ExampleSchema.of(Feature.int64("label", 1));

    private Path examples(int count) {
        var records = RecordWriter.open(folder, "set", new Bytes(1_000));
        var example = new ExampleWriter();
        try (records) {
            for (int i = 0; i < count; i++) {
                records.write(example.int64("label", i).toBytes());
            }
            records.write(new byte[] {(byte) 0xff});
        }
        return records.shards().getLast();
    }

    @Test
    void examplesAreReadIntoARow() {
        Path last = examples(100);
        var labels = FileDatasets.examples(folder, SCHEMA, (row, _) -> row.int64(0, 0));
        assertThat(all(labels.take(100))).isEqualTo(all(Dataset.range(100)));
        assertThatThrownBy(() -> all(labels))
                .isInstanceOf(CorruptDataException.class)
                .hasMessageContaining(last + ", record ")
                .hasMessageContaining("of the example: an unterminated varint");
        assertThat(all(labels.skipCorrupt(1))).hasSize(100);
    }

    @Test
    void aFeatureThatIsNotThereIsNamedWithTheRecord() {
        examples(1);
        var other = ExampleSchema.of(Feature.int64("labels", 1));
        assertThatThrownBy(() -> all(FileDatasets.examples(folder + "/set-*", other, (row, _) -> row.int64(0, 0))))
                .hasMessageContaining("record 0 at byte 0: feature labels is missing")
                .hasMessageContaining("did you mean label?");
    }
}
