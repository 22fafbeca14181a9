package dev.stoker.data.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.MemoryTracker;
import dev.stoker.core.StokerException;
import dev.stoker.data.storage.Storage;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardSetIndexTest {
    private static final List<byte[]> FIRST = Payloads.ofLengths(100, 0, 5_000);
    private static final List<byte[]> SECOND = Payloads.ofLengths(7, 33);

    @TempDir
    Path folder;

    private Path first;
    private Path second;
    private Path index;

    @BeforeEach
    void writeSet() throws IOException {
        first = Files.write(folder.resolve("train-0.tfrecord"), IndependentFrames.shard(FIRST));
        second = Files.write(folder.resolve("train-1.tfrecord"), IndependentFrames.shard(SECOND));
        index = folder.resolve(ShardSetIndex.FILE_NAME);
        ShardSetIndex.write(index, List.of(first, second));
        for (Path shard : List.of(first, second)) {
            Files.setLastModifiedTime(shard, FileTime.fromMillis(1));
        }
    }

    private RecordShards open() {
        var storage = Storage.of(folder);
        var set = ShardSetIndex.read(storage);
        return RecordShards.of(storage, set, set.names());
    }

    private List<byte[]> records() {
        var shards = open();
        var records = new ArrayList<byte[]>();
        try (var reader = shards.reader(MemoryTracker.UNLIMITED)) {
            for (long record = 0; record < shards.count(); record++) {
                records.add(reader.read(record).toArray(ValueLayout.JAVA_BYTE));
            }
        }
        return records;
    }

    @Test
    void aSetIsOpenedByItsIndexAloneAndNothingIsWrittenBesideIt() throws IOException {
        assertThat(records()).startsWith(FIRST.toArray(new byte[0][])).endsWith(SECOND.toArray(new byte[0][]));
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(first, second, index);
        }
    }

    @Test
    void theSameSetHasTheSameIndexAtAnyTime() throws IOException {
        byte[] before = Files.readAllBytes(index);
        ShardSetIndex.write(index, List.of(first, second));
        assertThat(Files.readAllBytes(index)).isEqualTo(before);
    }

    @Test
    void aShardOfAnotherSizeIsRefusedByName() throws IOException {
        Files.write(second, new byte[16]);
        assertThatThrownBy(this::records)
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("train-1.tfrecord has changed");
    }

    @Test
    void aShardOfOtherRecordsIsRefusedByName() throws IOException {
        Files.write(second, IndependentFrames.shard(List.of(new byte[7], new byte[33])));
        assertThatThrownBy(this::records)
                .isInstanceOf(CorruptRecordException.class)
                .hasMessageContaining("train-1.tfrecord: record 0")
                .hasMessageContaining("the shard has changed");
    }

    @Test
    void aDamagedIndexIsRefusedWhereverTheDamageIs() throws IOException {
        byte[] intact = Files.readAllBytes(index);
        for (int position = 0; position < intact.length; position++) {
            byte[] damaged = intact.clone();
            damaged[position] ^= 0x40;
            Files.write(index, damaged);
            assertThatThrownBy(this::open)
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("set.index is damaged");
        }
        for (int length : new int[] {0, 1, 19, 20, intact.length - 1}) {
            Files.write(index, Arrays.copyOf(intact, length));
            assertThatThrownBy(this::open)
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("set.index is damaged");
        }
    }

    @Test
    void aFolderWithoutAnIndexIsRefused() throws IOException {
        Files.delete(index);
        assertThatThrownBy(this::open)
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("there is no " + index)
                .hasMessageContaining("stoker prepare");
    }
}
