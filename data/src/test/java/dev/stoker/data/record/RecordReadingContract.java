package dev.stoker.data.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of every way to read a shard. */
abstract class RecordReadingContract {
    private static final List<byte[]> THREE = Payloads.ofLengths(10, 20, 30);
    private static final int SECOND = 16 + 10;

    @TempDir
    Path folder;

    abstract List<byte[]> read(Path shard);

    Path write(byte[] content) throws IOException {
        return Files.write(folder.resolve("a.tfrecord"), content);
    }

    private Path write(List<byte[]> payloads) throws IOException {
        return write(IndependentFrames.shard(payloads));
    }

    @Test
    void theIndependentChecksumIsCrc32c() {
        assertThat(IndependentFrames.checksum("123456789".getBytes(StandardCharsets.US_ASCII)))
                .isEqualTo(0xE3069283);
    }

    @Test
    void recordsOfAnySizeComeBackInOrder() throws IOException {
        var payloads = Payloads.ofLengths(0, 1, 7, 8, 1_000, 0, 65_520, 65_521, 8_175, 8_176, 8_177, 300_000, 3);

        assertThat(read(write(payloads))).containsExactlyElementsOf(payloads);
    }

    @Test
    void manySmallRecordsComeBackInOrder() throws IOException {
        var payloads = Payloads.ofLengths(
                IntStream.range(0, 40_000).map(i -> i * 37 % 101).toArray());

        assertThat(read(write(payloads))).containsExactlyElementsOf(payloads);
    }

    @Test
    void smallAndLargeRecordsMayAlternate() throws IOException {
        var payloads = Payloads.ofLengths(
                IntStream.range(0, 60).map(i -> i % 3 == 0 ? 90_000 : i).toArray());

        assertThat(read(write(payloads))).containsExactlyElementsOf(payloads);
    }

    @Test
    void aRecordLargerThanEveryBufferComesBack() throws IOException {
        var payloads = Payloads.ofLengths(100, 5_000_000, 100);

        assertThat(read(write(payloads))).containsExactlyElementsOf(payloads);
    }

    @Test
    void anEmptyFileHoldsNoRecords() throws IOException {
        assertThat(read(write(new byte[0]))).isEmpty();
    }

    @Test
    void aFlippedBitInThePayloadIsNamedWithBothChecksums() throws IOException {
        assertThatThrownBy(() -> read(write(flipped(SECOND + 12 + 5))))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessageMatching(
                        ".*/a\\.tfrecord: record 1 at byte 26 fails its checksum \\(stored [0-9a-f]{8}, computed"
                                + " [0-9a-f]{8}\\); prepare the shards again, or skip corrupt records")
                .satisfies(failure -> {
                    var corrupt = (CorruptRecordException) failure;
                    assertThat(corrupt.index()).isEqualTo(1);
                    assertThat(corrupt.offset()).isEqualTo(SECOND);
                    assertThat(corrupt.skippable()).isTrue();
                });
    }

    @Test
    void aFlippedBitInTheChecksumOfThePayloadIsNamed() throws IOException {
        assertThatThrownBy(() -> read(write(flipped(SECOND + 12 + 20 + 3))))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessageContaining("record 1 at byte 26 fails its checksum");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 7, 8, 11})
    void aFlippedBitInTheHeaderIsNamedAndLaterRecordsCannotBeRead(int position) throws IOException {
        assertThatThrownBy(() -> read(write(flipped(SECOND + position))))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessageContaining("record 1 at byte 26 fails the checksum of its length (stored ")
                .hasMessageEndingWith("the records after it cannot be found: prepare the shards again")
                .satisfies(failure -> assertThat(((CorruptRecordException) failure).skippable())
                        .isFalse());
    }

    @ParameterizedTest
    @CsvSource({"1, 12, 1", "11, 12, 11", "12, 46, 12", "31, 46, 31", "32, 46, 32", "45, 46, 45"})
    void aTruncatedShardNamesTheRecordAndBothSizes(int left, int expected, int found) throws IOException {
        byte[] shard = IndependentFrames.shard(List.of(THREE.get(0), THREE.get(1), THREE.get(2)));

        assertThatThrownBy(() -> read(write(Arrays.copyOf(shard, 26 + 36 + left))))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessageContaining("a.tfrecord: record 2 at byte 62 is truncated: %d bytes expected, %d found"
                        .formatted(expected, found));
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 31, Integer.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, -1})
    void aRecordOfTwoGigabytesOrMoreIsRefused(long length) throws IOException {
        assertThatThrownBy(() -> read(write(afterFirst(IndependentFrames.header(length)))))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessageContaining("record 1 at byte 26 has a length of %s bytes, more than the 2147483631 that"
                        .formatted(Long.toUnsignedString(length)));
    }

    @Test
    void aRecordLongerThanTheFileIsTruncated() throws IOException {
        assertThatThrownBy(() -> read(write(afterFirst(IndependentFrames.header(2_000_000_000)))))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessageContaining("record 1 at byte 26 is truncated: 2000000016 bytes expected, 12 found");
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatThrownBy(() -> read(folder.resolve("nowhere.tfrecord")))
                .isInstanceOf(StokerException.class)
                .hasMessageEndingWith("nowhere.tfrecord (no such file or folder)");
    }

    @Test
    void aFolderIsNotAShard() {
        assertThatThrownBy(() -> read(folder))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(folder.toString());
    }

    @Test
    void anInterruptedThreadContinuesReadingAndStaysInterrupted() throws IOException {
        Path shard = write(THREE);
        Thread.currentThread().interrupt();

        var payloads = read(shard);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(payloads).containsExactlyElementsOf(THREE);
    }

    private static byte[] flipped(int position) {
        byte[] shard = IndependentFrames.shard(THREE);
        shard[position] ^= 0x10;
        return shard;
    }

    private static byte[] afterFirst(byte[] rest) {
        var shard = new ByteArrayOutputStream();
        shard.writeBytes(IndependentFrames.shard(List.of(THREE.getFirst())));
        shard.writeBytes(rest);
        return shard.toByteArray();
    }
}
