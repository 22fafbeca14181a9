package dev.stoker.data.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.internal.file.PositionedFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Corrupt shards give the records that were written, or an error; never anything else. */
@Timeout(120)
class RecordFuzzTest {
    private static final int ROUNDS = 2_500;
    private static final List<byte[]> PAYLOADS = Payloads.ofLengths(40, 0, 300, 1, 17, 1_000, 8, 200);
    private static final byte[] SHARD = IndependentFrames.shard(PAYLOADS);

    /** The end of a shard with so many records; truncated there, no reader can tell that more were written. */
    private static final int[] ENDS = IntStream.rangeClosed(0, PAYLOADS.size())
            .map(count -> IndependentFrames.shard(PAYLOADS.subList(0, count)).length)
            .toArray();

    @TempDir
    Path folder;

    private int failures;

    @Test
    void corruptShardsByNumber() throws IOException {
        Path shard = folder.resolve("a.tfrecord");
        // Without a writable folder for its index, a shard costs no flush to the disk.
        Files.createDirectories(RecordIndexFile.of(shard).resolve("in the way"));
        var random = new SeededRandom(new Seed(11));
        for (int i = 0; i < ROUNDS; i++) {
            byte[] damaged = Mutation.of(SHARD, random);
            Files.write(shard, damaged);
            check(damaged, () -> readByNumber(shard));
        }
        assertThat(failures).isBetween(ROUNDS / 2, ROUNDS - 1);
    }

    @Test
    void corruptShardsAsAStream() throws IOException {
        Path shard = folder.resolve("a.tfrecord");
        var random = new SeededRandom(new Seed(12));
        for (int i = 0; i < ROUNDS; i++) {
            byte[] damaged = Mutation.of(SHARD, random);
            Files.write(shard, damaged);
            check(damaged, () -> readAsStream(shard));
        }
        assertThat(failures).isBetween(ROUNDS / 2, ROUNDS - 1);
    }

    @Test
    void corruptGzippedShards() throws IOException {
        Path shard = folder.resolve("a.tfrecord.gz");
        byte[] packed = Payloads.gzipped(SHARD);
        var random = new SeededRandom(new Seed(13));
        for (int i = 0; i < ROUNDS; i++) {
            Files.write(shard, Mutation.of(packed, random));
            check(SHARD, () -> readAsStream(shard));
        }
        assertThat(failures).isBetween(ROUNDS / 2, ROUNDS - 1);
    }

    @Test
    void corruptionUnknownToTheIndex() throws IOException {
        Path shard = Files.write(folder.resolve("a.tfrecord"), SHARD);
        RecordFile.open(shard).close();
        FileTime modified = Files.getLastModifiedTime(shard);
        var random = new SeededRandom(new Seed(14));
        for (int i = 0; i < ROUNDS; i++) {
            Files.write(shard, Arrays.copyOf(Mutation.of(SHARD, random), SHARD.length));
            Files.setLastModifiedTime(shard, modified);
            readEachByNumber(shard);
        }
        assertThat(failures).isGreaterThan(ROUNDS / 2);
    }

    @Test
    void corruptIndexes() throws IOException {
        Path shard = Files.write(folder.resolve("a.tfrecord"), SHARD);
        RecordFile.open(shard).close();
        byte[] index = Files.readAllBytes(RecordIndexFile.of(shard));
        var random = new SeededRandom(new Seed(15));
        int refused = 0;
        for (int i = 0; i < ROUNDS; i++) {
            byte[] damaged = Mutation.of(index, random);
            Files.write(RecordIndexFile.of(shard), damaged);
            try (var opened = PositionedFile.open(shard)) {
                boolean loaded = RecordIndexFile.load(opened).isPresent();
                assertThat(loaded).isEqualTo(Arrays.equals(damaged, index));
                refused += loaded ? 0 : 1;
            }
        }
        assertThat(refused).isGreaterThan(ROUNDS / 2);
    }

    /** All records that are read were written; without an error they are all that a reader can find. */
    private void check(byte[] content, Reading reading) {
        try {
            int count = reading.read();
            assertThat(count == PAYLOADS.size() || ENDS[count] == content.length)
                    .isTrue();
        } catch (CorruptRecordException failure) {
            assertThat(failure).hasMessageContaining("a.tfrecord");
            failures++;
        }
    }

    private interface Reading {
        int read();
    }

    private static int readByNumber(Path shard) {
        try (var file = RecordFile.open(shard);
                var buffer = new RecordBuffer()) {
            int count = 0;
            while (count < file.count()) {
                assertWritten(file.read(count, buffer), count++);
            }
            return count;
        }
    }

    private static int readAsStream(Path shard) {
        try (var stream = RecordStream.open(shard)) {
            int count = 0;
            while (stream.next()) {
                assertWritten(stream.payload(), count++);
            }
            return count;
        }
    }

    private void readEachByNumber(Path shard) {
        try (var file = RecordFile.open(shard);
                var buffer = new RecordBuffer()) {
            assertThat(file.count()).isEqualTo(PAYLOADS.size());
            for (int i = 0; i < PAYLOADS.size(); i++) {
                readOrFail(file, i, buffer);
            }
        }
    }

    private void readOrFail(RecordFile file, int record, RecordBuffer buffer) {
        try {
            assertWritten(file.read(record, buffer), record);
        } catch (CorruptRecordException failure) {
            assertThat(failure.skippable()).isTrue();
            failures++;
        }
    }

    private static void assertWritten(MemorySegment payload, int record) {
        assertThat(payload.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(PAYLOADS.get(record));
    }
}
