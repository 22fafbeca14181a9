package dev.stoker.data.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.stoker.core.io.TfRecordFormat;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.internal.file.FileStamp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordIndexTest {
    private static final List<byte[]> PAYLOADS = Payloads.ofLengths(100, 0, 5_000, 70_000, 33);

    @TempDir
    Path folder;

    private Path shard;
    private Path index;

    @BeforeEach
    void writeShard() throws IOException {
        shard = Files.write(folder.resolve("a.tfrecord"), IndependentFrames.shard(PAYLOADS));
        index = folder.resolve("a.tfrecord.index");
    }

    private void assertThatRecordsComeBack() {
        assertThat(Payloads.byNumber(shard)).containsExactlyElementsOf(PAYLOADS);
    }

    @Test
    void theFirstToOpenAShardLeavesAnIndexBesideIt() throws IOException {
        assertThatRecordsComeBack();

        assertThat(index).hasSize(36 + 5 * 8 + 4);
        assertThat(Files.readString(index, StandardCharsets.ISO_8859_1)).startsWith("stkindex");
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(shard, index);
        }
    }

    @Test
    void theNextToOpenItReadsNothingButTheIndex() throws IOException {
        assertThatRecordsComeBack();
        FileTime modified = Files.getLastModifiedTime(shard);
        byte[] damaged = IndependentFrames.shard(PAYLOADS);
        damaged[132] ^= 1;
        Files.write(shard, damaged);
        Files.setLastModifiedTime(shard, modified);

        try (var file = RecordFile.open(shard)) {
            assertThat(file.count()).isEqualTo(5);
        }
    }

    @Test
    void anIndexOfAnotherSizeIsRebuilt() throws IOException {
        assertThatRecordsComeBack();

        var more = Payloads.ofLengths(1, 2, 3);
        Files.write(shard, IndependentFrames.shard(more));
        assertThat(Payloads.byNumber(shard)).containsExactlyElementsOf(more);
    }

    @Test
    void aCopiedShardIsNotScannedAgain() throws IOException {
        var payloads = Payloads.ofLengths(IntStream.range(10, 50).toArray());
        byte[] content = IndependentFrames.shard(payloads);
        Files.write(shard, content);
        RecordFile.open(shard).close();
        int header =
                16 + payloads.getFirst().length; // of the second record, which is not among those that are compared
        content[header] ^= 1;
        Files.write(shard, content);
        touch();

        try (var file = RecordFile.open(shard);
                var buffer = new RecordBuffer()) {
            assertThat(file.count()).isEqualTo(40);
            assertThat(file.read(39, buffer).byteSize()).isEqualTo(49);
            assertThatThrownBy(() -> file.read(1, buffer))
                    .isInstanceOf(CorruptRecordException.class)
                    .hasMessageContaining("a.tfrecord: record 1 at byte " + header);
        }
        try (var file = RecordFile.open(shard)) {
            assertThat(file.count()).isEqualTo(40); // and its time is known now
        }
    }

    @Test
    void aChangedShardOfTheSameSizeIsScannedAgain() throws IOException {
        assertThatRecordsComeBack();
        var others = Payloads.ofLengths(5_000, 0, 100, 70_000, 33);
        Files.write(shard, IndependentFrames.shard(others));
        touch();

        assertThat(Payloads.byNumber(shard)).containsExactlyElementsOf(others);
    }

    @Test
    void aRecordOfOtherContentIsRefusedThoughItsChecksumIsRight() throws IOException {
        var before = Payloads.ofLengths(IntStream.range(10, 50).toArray());
        Files.write(shard, IndependentFrames.shard(before));
        RecordFile.open(shard).close();
        var after = new ArrayList<>(before);
        after.set(1, new byte[before.get(1).length]);
        Files.write(shard, IndependentFrames.shard(after));
        touch();

        try (var file = RecordFile.open(shard);
                var buffer = new RecordBuffer()) {
            assertThatThrownBy(() -> file.read(1, buffer))
                    .isInstanceOf(CorruptRecordException.class)
                    .hasMessageContaining("a.tfrecord: record 1")
                    .hasMessageContaining("the shard has changed")
                    .hasMessageContaining("prepare it again");
        }
    }

    @Test
    void anIndexWithoutChecksumsIsReadAsLongAsTheTimeIsTheSame() throws IOException {
        byte[] damaged = IndependentFrames.shard(PAYLOADS);
        damaged[132] ^= 1; // no scan would find the second record
        Files.write(shard, damaged);
        Files.write(index, firstVersion(FileStamp.of(shard)));

        try (var file = RecordFile.open(shard)) {
            assertThat(file.count()).isEqualTo(5);
        }
        touch();
        assertThatThrownBy(() -> RecordFile.open(shard)).isInstanceOf(CorruptRecordException.class);
    }

    private static byte[] firstVersion(FileStamp stamp) {
        var content = ByteBuffer.allocate(36 + 5 * 4 + 4).order(ByteOrder.LITTLE_ENDIAN);
        content.put("stkindex".getBytes(StandardCharsets.ISO_8859_1)).putInt(1);
        content.putLong(stamp.size()).putLong(stamp.modified()).putLong(5);
        PAYLOADS.forEach(payload -> content.putInt(payload.length));
        return content.putInt(TfRecordFormat.maskedChecksum(content.duplicate().flip()))
                .array();
    }

    /** As a copy has another time. */
    private void touch() throws IOException {
        Files.setLastModifiedTime(shard, FileTime.from(Instant.ofEpochSecond(1_700_000_000, 123_456_000)));
    }

    @Test
    void aCorruptIndexIsRebuiltWhereverTheCorruptionIs() throws IOException {
        assertThatRecordsComeBack();
        byte[] intact = Files.readAllBytes(index);
        for (int position = 0; position < intact.length; position++) {
            byte[] damaged = intact.clone();
            damaged[position] ^= 0x40;
            Files.write(index, damaged);

            assertThatRecordsComeBack();
            assertThat(Files.readAllBytes(index)).isEqualTo(intact);
        }
    }

    @Test
    void anIndexOfAnyOtherLengthIsRebuilt() throws IOException {
        assertThatRecordsComeBack();
        byte[] intact = Files.readAllBytes(index);
        for (int length : new int[] {0, 1, 35, 36, 39, 40, 44, intact.length - 1, intact.length + 4, 1 << 20}) {
            Files.write(index, Arrays.copyOf(intact, length));

            assertThatRecordsComeBack();
            assertThat(Files.readAllBytes(index)).isEqualTo(intact);
        }
    }

    @Test
    void noiseIsNotAnIndex() throws IOException {
        var random = new SeededRandom(new Seed(3));
        for (int i = 0; i < 50; i++) {
            Files.write(index, Payloads.bytes(random.nextInt(100), random));
            assertThatRecordsComeBack();
        }
    }

    @Test
    void anIntactIndexThatContradictsItsShardIsRebuilt() {
        var wrong = new RecordIndex.Builder();
        wrong.add(5, 0);
        RecordIndexFile.keep(shard, FileStamp.of(shard), wrong.build());

        assertThatRecordsComeBack();
    }

    @Test
    void whereNoIndexCanBeWrittenItStaysInMemory() throws IOException {
        Files.createDirectories(index.resolve("in the way"));

        assertThatRecordsComeBack();
        assertThatRecordsComeBack();
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(shard, index);
        }
    }

    @Test
    void aReadOnlyFolderDoesNotPreventReading() throws IOException {
        assumeThat(System.getProperty("user.name")).isNotEqualTo("root");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            assertThatRecordsComeBack();
            assertThat(index).doesNotExist();
        } finally {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void manyMayOpenAShardForTheFirstTimeAtOnce() throws Exception {
        try (var threads = Executors.newFixedThreadPool(8)) {
            for (int round = 0; round < 20; round++) {
                Files.deleteIfExists(index);
                var openings = Collections.nCopies(8, Executors.callable(this::assertThatRecordsComeBack));
                for (var done : threads.invokeAll(openings)) {
                    done.get();
                }
            }
        }
        assertThatRecordsComeBack();
    }

    @Test
    void anEmptyShardHasAnEmptyIndex() throws IOException {
        Files.write(shard, new byte[0]);

        assertThat(Payloads.byNumber(shard)).isEmpty();
        assertThat(Payloads.byNumber(shard)).isEmpty();
        assertThat(index).hasSize(40);
    }

    @Test
    void aCorruptShardLeavesNoIndex() throws IOException {
        byte[] damaged = IndependentFrames.shard(PAYLOADS);
        damaged[132] ^= 1;
        Files.write(shard, damaged);

        assertThatThrownBy(() -> RecordFile.open(shard)).isInstanceOf(CorruptRecordException.class);
        assertThat(index).doesNotExist();
    }
}
