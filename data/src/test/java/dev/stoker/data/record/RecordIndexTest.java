package dev.stoker.data.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.internal.file.FileStamp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
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

        assertThat(index).hasSize(36 + 5 * 4 + 4);
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
    void anIndexOfAnotherSizeOrTimeIsRebuilt() throws IOException {
        assertThatRecordsComeBack();
        byte[] first = Files.readAllBytes(index);

        Files.setLastModifiedTime(shard, FileTime.from(Instant.ofEpochSecond(1_700_000_000, 123_456_000)));
        assertThatRecordsComeBack();
        assertThat(Files.readAllBytes(index)).isNotEqualTo(first);

        var more = Payloads.ofLengths(1, 2, 3);
        Files.write(shard, IndependentFrames.shard(more));
        assertThat(Payloads.byNumber(shard)).containsExactlyElementsOf(more);
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
        wrong.add(5);
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
