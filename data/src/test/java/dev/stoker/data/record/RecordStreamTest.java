package dev.stoker.data.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordStreamTest extends RecordReadingContract {
    private static final List<byte[]> PAYLOADS = Payloads.ofLengths(100, 0, 5_000, 70_000, 33);
    private static final byte[] SHARD = IndependentFrames.shard(PAYLOADS);

    @Override
    List<byte[]> read(Path shard) {
        return Payloads.streamed(shard);
    }

    @Test
    void everyRecordKnowsItsNumberAndPlace() throws IOException {
        List<String> places = new ArrayList<>();
        try (var stream = RecordStream.open(write(SHARD))) {
            while (stream.next()) {
                places.add("%d at %d".formatted(stream.index(), stream.offset()));
            }
            assertThat(stream.next()).isFalse();
        }
        assertThat(places).containsExactly("0 at 0", "1 at 116", "2 at 132", "3 at 5148", "4 at 75164");
    }

    @Test
    void withoutACurrentRecordThereIsNoPayload() throws IOException {
        try (var stream = RecordStream.open(write(new byte[0]))) {
            assertThatThrownBy(stream::payload).isInstanceOf(IllegalStateException.class);
            assertThat(stream.next()).isFalse();
            assertThatThrownBy(stream::payload).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void recordsLargerThanTheBufferAndSmallOnesFollowEachOther() throws IOException {
        var payloads = Payloads.ofLengths(IntStream.range(0, 40)
                .map(i -> i % 4 == 0 ? 1_048_576 - 20 + i : i * 3_001)
                .toArray());

        assertThat(read(write(IndependentFrames.shard(payloads)))).containsExactlyElementsOf(payloads);
    }

    @Test
    void afterACorruptPayloadTheStreamContinues() throws IOException {
        byte[] damaged = SHARD.clone();
        damaged[132 + 12 + 77] ^= 1;
        try (var stream = RecordStream.open(write(damaged))) {
            assertThat(stream.next()).isTrue();
            assertThat(stream.next()).isTrue();
            assertThatThrownBy(stream::next).hasMessageContaining("record 2 at byte 132 fails its checksum");
            assertThatThrownBy(stream::payload).isInstanceOf(IllegalStateException.class);
            assertThat(stream.next()).isTrue();
            assertThat(stream.index()).isEqualTo(3);
            assertThat(stream.payload().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(PAYLOADS.get(3));
        }
    }

    @Test
    void afterACorruptHeaderTheStreamNeverEndsWithoutAnError() throws IOException {
        byte[] damaged = SHARD.clone();
        damaged[132] ^= 1;
        try (var stream = RecordStream.open(write(damaged))) {
            assertThat(stream.next()).isTrue();
            assertThat(stream.next()).isTrue();
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(stream::next).hasMessageContaining("record 2 at byte 132 fails the checksum");
            }
        }
    }

    @Test
    void aStatedLengthAloneAllocatesNoMemory() throws IOException {
        byte[] shard = IndependentFrames.header(2_000_000_000);
        for (byte[] content : List.of(shard, Payloads.gzipped(shard))) {
            try (var stream = RecordStream.open(write(content))) {
                long before = Allocation.addressSpace();
                assertThatThrownBy(stream::next).isInstanceOf(CorruptRecordException.class);
                assertThat(Allocation.addressSpace() - before).isLessThan(1L << 30);
            }
        }
    }

    @Test
    void aClosedStreamHoldsNoMemory() throws IOException {
        Path shard = write(Payloads.gzipped(SHARD));
        long before = Allocation.addressSpace();
        for (int i = 0; i < 1_500; i++) {
            try (var stream = RecordStream.open(shard)) {
                assertThat(stream.next()).isTrue();
            }
        }
        assertThat(Allocation.addressSpace() - before).isLessThan(1L << 30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.tfrecord", "a.tfrecord.gz"})
    void aGzippedShardIsUnpackedWhateverItIsCalled(String name) throws IOException {
        Path shard = Files.write(folder.resolve(name), Payloads.gzipped(SHARD));

        assertThat(read(shard)).containsExactlyElementsOf(PAYLOADS);
    }

    @Test
    void aPlainShardMayBeCalledGzipped() throws IOException {
        assertThat(read(Files.write(folder.resolve("a.gz"), SHARD))).containsExactlyElementsOf(PAYLOADS);
    }

    @ParameterizedTest
    @ValueSource(ints = {0x8b1f, 0x088b1f})
    void aRecordWhoseLengthLooksLikeGzipIsPlain(int length) throws IOException {
        var payloads = Payloads.ofLengths(length, 10);

        assertThat(read(write(IndependentFrames.shard(payloads)))).containsExactlyElementsOf(payloads);
    }

    @Test
    void aLargeGzippedShardIsUnpacked() throws IOException {
        var payloads =
                Payloads.ofLengths(IntStream.range(0, 50).map(i -> i * 2_003).toArray());

        assertThat(read(write(Payloads.gzipped(IndependentFrames.shard(payloads)))))
                .containsExactlyElementsOf(payloads);
    }

    @Test
    void severalGzipMembersAndPaddingAreOneShard() throws IOException {
        byte[] first = Arrays.copyOf(SHARD, 1_000);
        byte[] second = Arrays.copyOfRange(SHARD, 1_000, SHARD.length);

        Path shard = write(joined(
                Payloads.gzipped(first), Payloads.gzipped(new byte[0]), Payloads.gzipped(second), new byte[512]));

        assertThat(read(shard)).containsExactlyElementsOf(PAYLOADS);
    }

    @Test
    void aGzipHeaderMayCarryANameACommentAndMore() throws IOException {
        byte[] packed = Payloads.gzipped(SHARD);
        byte[] header = Arrays.copyOf(packed, 10);
        header[3] = 0x1e;
        byte[] fields = {3, 0, 1, 2, 3, 'n', 'a', 'm', 'e', 0, 'w', 'h', 'y', 0};
        byte[] rest = Arrays.copyOfRange(packed, 10, packed.length);
        var checksum = new CRC32();
        checksum.update(joined(header, fields));
        byte low = (byte) checksum.getValue();
        byte high = (byte) (checksum.getValue() >> 8);

        assertThat(read(write(joined(header, fields, new byte[] {low, high}, rest))))
                .containsExactlyElementsOf(PAYLOADS);
        assertThatThrownBy(() -> read(write(joined(header, fields, new byte[] {low, (byte) (high ^ 1)}, rest))))
                .hasMessageContaining("gzip header checksum");
    }

    @Test
    void aCorruptLaterGzipMemberIsAnErrorAndNotTheEnd() throws IOException {
        byte[] second = Payloads.gzipped(SHARD);
        second[0] ^= 1;

        assertThatThrownBy(() -> read(write(joined(Payloads.gzipped(SHARD), second))))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessageContaining(
                        "record 5 at byte 75213 cannot be unpacked (no gzip header where one is expected)");
    }

    @Test
    void aTruncatedGzippedShardIsNamed() throws IOException {
        byte[] packed = Payloads.gzipped(SHARD);

        for (int left : new int[] {2, 9, 10, 50_000, packed.length - 8, packed.length - 1}) {
            assertThatThrownBy(() -> read(write(Arrays.copyOf(packed, left))))
                    .isInstanceOf(CorruptRecordException.class)
                    .hasMessageContaining("cannot be unpacked (the file ends within ");
        }
    }

    @Test
    void anEmptyFileNamedGzIsTruncated() throws IOException {
        Path shard = Files.write(folder.resolve("a.tfrecord.gz"), new byte[0]);

        assertThatThrownBy(() -> read(shard)).hasMessageContaining("record 0 at byte 0 cannot be unpacked");
    }

    @Test
    void aWrongGzipChecksumIsNamed() throws IOException {
        byte[] packed = Payloads.gzipped(SHARD);
        packed[packed.length - 6] ^= 1;
        assertThatThrownBy(() -> read(write(packed))).hasMessageContaining("cannot be unpacked (gzip checksum stored");
        packed[packed.length - 6] ^= 1;
        packed[packed.length - 1] ^= 1;
        assertThatThrownBy(() -> read(write(packed))).hasMessageContaining("cannot be unpacked (gzip size stored");
    }

    @Test
    void streamingAllocatesNothingThatGrowsWithTheRecord() throws IOException {
        Path shard = write(IndependentFrames.shard(
                Payloads.ofLengths(IntStream.range(0, 100).map(_ -> 50_000).toArray())));
        try (var stream = RecordStream.open(shard)) {
            assertThat(stream.next()).isTrue();
            long before = Allocation.ofThisThread();
            while (stream.next()) {
                assertThat(stream.payload().byteSize() == 50_000).isTrue();
            }
            assertThat(Allocation.ofThisThread() - before).isLessThan(100 * 4_096);
        }
    }

    private static byte[] joined(byte[]... parts) {
        var bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }
}
