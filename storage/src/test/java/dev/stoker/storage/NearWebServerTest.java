package dev.stoker.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Bytes;
import dev.stoker.core.MemoryTracker;
import dev.stoker.data.near.NearCache;
import dev.stoker.data.near.NearSettings;
import dev.stoker.data.record.RecordShards;
import dev.stoker.data.record.ShardSetIndex;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StorageAddress;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NearWebServerTest {
    @TempDir
    Path folder;

    @TempDir
    Path near;

    private static List<byte[]> records(RecordShards shards) {
        var records = new ArrayList<byte[]>();
        try (var reader = shards.reader(MemoryTracker.UNLIMITED)) {
            for (long record = 0; record < shards.count(); record++) {
                records.add(reader.read(record).toArray(ValueLayout.JAVA_BYTE));
            }
        }
        return records;
    }

    private long size() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".tfrecord"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    @Test
    void halfOfTheRequestsOfTheSecondEpochAreSparedAndRecordsAreTheSame() throws IOException {
        ShardedSet.write(folder, 4_000);
        var local = ShardedSet.records(Storage.of(folder));
        try (var server = new RangeServer(folder);
                var storage = new OpenDalProvider(Map.of())
                        .open(StorageAddress.find("http://" + server.host() + "/")
                                .orElseThrow())) {
            var index = ShardSetIndex.read(storage);
            var settings = new NearSettings(near, Optional.of(new Bytes(size() / 2)));
            try (var cache = NearCache.of(settings, index.nearSet())) {
                var shards = RecordShards.of(storage, index, index.names(), cache);
                assertThat(records(shards)).containsExactlyElementsOf(local);
                int first = server.requests();
                assertThat(records(shards)).containsExactlyElementsOf(local);
                assertThat(cache.statistics().hits()).isBetween(180L, 220L);
                // and a description of each shard
                assertThat(server.requests() - first).isLessThanOrEqualTo(ShardedSet.RECORDS - 180 + 2 * 4);
            }
        }
    }
}
