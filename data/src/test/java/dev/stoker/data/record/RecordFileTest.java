package dev.stoker.data.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecordFileTest extends RecordReadingContract {
    private static final List<byte[]> PAYLOADS = Payloads.ofLengths(100, 0, 5_000, 70_000, 33);

    @Override
    List<byte[]> read(Path shard) {
        return Payloads.byNumber(shard);
    }

    private Path shard() throws IOException {
        return write(IndependentFrames.shard(PAYLOADS));
    }

    @Test
    void recordsAreReadInAnyOrderWithTheirPlace() throws IOException {
        try (var file = RecordFile.open(shard());
                var buffer = new RecordBuffer()) {
            assertThat(file.count()).isEqualTo(5);
            assertThat(file.length(3)).isEqualTo(70_000);
            assertThat(file.offset(2)).isEqualTo(16 + 100 + 16);
            for (int record : new int[] {4, 0, 3, 3, 1, 2}) {
                assertThat(file.read(record, buffer).toArray(ValueLayout.JAVA_BYTE))
                        .isEqualTo(PAYLOADS.get(record));
                assertThat(buffer.payload().byteSize()).isEqualTo(file.length(record));
            }
        }
    }

    @Test
    void aRecordThatIsNotThereIsRefused() throws IOException {
        try (var file = RecordFile.open(shard());
                var buffer = new RecordBuffer()) {
            assertThatThrownBy(() -> file.read(5, buffer))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessage("record 5 is outside a shard of 5 records");
            assertThatThrownBy(() -> file.length(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void aBufferThatFailedToFillHoldsNoRecord() throws IOException {
        Path shard = shard();
        try (var file = RecordFile.open(shard);
                var buffer = new RecordBuffer()) {
            assertThatThrownBy(buffer::payload).isInstanceOf(IllegalStateException.class);
            file.read(0, buffer);
            overwrite(shard, file.offset(2) + 12, new byte[] {1, 2, 3, 4});

            assertThatThrownBy(() -> file.read(2, buffer)).isInstanceOf(CorruptRecordException.class);
            assertThatThrownBy(buffer::payload).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void afterACorruptHeaderTheIndexStillFindsTheOthers() throws IOException {
        Path shard = shard();
        try (var file = RecordFile.open(shard);
                var buffer = new RecordBuffer()) {
            overwrite(shard, file.offset(2), new byte[] {9});

            assertThatThrownBy(() -> file.read(2, buffer))
                    .hasMessageContaining("record 2 at byte 132 fails the checksum of its length")
                    .hasMessageEndingWith("prepare the shards again, or skip corrupt records")
                    .satisfies(failure -> assertThat(((CorruptRecordException) failure).skippable())
                            .isTrue());
            assertThat(file.read(3, buffer).toArray(ValueLayout.JAVA_BYTE)).isEqualTo(PAYLOADS.get(3));
        }
    }

    @Test
    void aShardTruncatedAfterOpeningIsDetected() throws IOException {
        Path shard = shard();
        try (var file = RecordFile.open(shard);
                var buffer = new RecordBuffer()) {
            truncate(shard, file.offset(3) + 1_000);

            assertThat(file.read(2, buffer).toArray(ValueLayout.JAVA_BYTE)).isEqualTo(PAYLOADS.get(2));
            assertThatThrownBy(() -> file.read(3, buffer))
                    .isInstanceOf(CorruptRecordException.class)
                    .hasMessageContaining("record 3 at byte 5148 is truncated: 70016 bytes expected, 1000 found");
            assertThatThrownBy(() -> file.read(4, buffer)).hasMessageContaining("49 bytes expected, 0 found");
        }
    }

    @Test
    void aShardRewrittenAfterOpeningIsDetected() throws IOException {
        Path shard = shard();
        try (var file = RecordFile.open(shard);
                var buffer = new RecordBuffer()) {
            overwrite(shard, 0, IndependentFrames.shard(Payloads.ofLengths(50, 50, 5_000)));

            assertThatThrownBy(() -> file.read(0, buffer))
                    .isInstanceOf(CorruptRecordException.class)
                    .hasMessageContaining("record 0 at byte 0 holds 50 bytes where 100 are expected")
                    .hasMessageContaining("changed since it was opened");
        }
    }

    @Test
    void aDeletedShardCanBeReadUntilItMustBeOpenedAgain() throws IOException {
        Path shard = shard();
        try (var file = RecordFile.open(shard);
                var buffer = new RecordBuffer()) {
            Files.delete(shard);
            assertThat(file.read(3, buffer).toArray(ValueLayout.JAVA_BYTE)).isEqualTo(PAYLOADS.get(3));

            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> file.read(3, buffer))
                    .isInstanceOf(StokerException.class)
                    .hasMessageEndingWith("a.tfrecord (no such file or folder)");
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void anotherShardUnderTheSameNameIsDetected() throws IOException {
        Path shard = shard();
        try (var file = RecordFile.open(shard);
                var buffer = new RecordBuffer()) {
            Path other = Files.write(folder.resolve("b"), new byte[10]);
            Files.move(other, shard, StandardCopyOption.REPLACE_EXISTING);

            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> file.read(3, buffer)).hasMessageContaining("has changed since it was opened");
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void threadsReadAtOnceEvenWhereSomeAreInterrupted() throws Exception {
        Path shard = shard();
        try (var file = RecordFile.open(shard);
                var threads = Executors.newFixedThreadPool(4)) {
            var readers = IntStream.range(0, 4)
                    .mapToObj(number -> reader(file, number == 0))
                    .toList();
            for (var done : threads.invokeAll(readers)) {
                assertThat(done.get()).isEqualTo(2_000);
            }
        }
    }

    private static Callable<Integer> reader(RecordFile file, boolean interrupted) {
        return () -> {
            int correct = 0;
            try (var buffer = new RecordBuffer()) {
                for (int i = 0; i < 2_000; i++) {
                    if (interrupted && i % 10 == 0) {
                        Thread.currentThread().interrupt();
                    }
                    var payload = file.read(i % 5, buffer).toArray(ValueLayout.JAVA_BYTE);
                    correct += Arrays.equals(payload, PAYLOADS.get(i % 5)) ? 1 : 0;
                }
            }
            Thread.interrupted();
            return correct;
        };
    }

    @Test
    void aClosedFileSaysSo() throws IOException {
        var file = RecordFile.open(shard());
        file.close();
        file.close();
        try (var buffer = new RecordBuffer()) {
            assertThatThrownBy(() -> file.read(0, buffer))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageEndingWith("a.tfrecord is closed");
        }
    }

    @Test
    void aGzippedShardIsRefusedWithTheRemedy() throws IOException {
        Path shard = write(Payloads.gzipped(IndependentFrames.shard(PAYLOADS)));

        assertThatThrownBy(() -> RecordFile.open(shard))
                .isInstanceOf(StokerException.class)
                .hasMessageEndingWith(
                        "is gzipped, which allows no random access; unpack it (gunzip) or read it as a stream");
    }

    @Test
    void aRecordWhoseLengthLooksLikeGzipIsPlain() throws IOException {
        var payloads = Payloads.ofLengths(0x8b1f, 10);

        assertThat(read(write(IndependentFrames.shard(payloads)))).containsExactlyElementsOf(payloads);
    }

    @Test
    void readingAllocatesNothingThatGrowsWithTheRecord() throws IOException {
        try (var file = RecordFile.open(shard());
                var buffer = new RecordBuffer()) {
            file.read(3, buffer);
            long before = Allocation.ofThisThread();
            for (int i = 0; i < 1_000; i++) {
                file.read(3, buffer);
            }
            assertThat(Allocation.ofThisThread() - before).isLessThan(1_000 * 1_024);
        }
    }

    private static void overwrite(Path file, long position, byte[] bytes) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes), position);
        }
    }

    private static void truncate(Path file, long size) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }
}
