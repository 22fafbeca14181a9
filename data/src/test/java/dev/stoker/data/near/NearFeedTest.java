package dev.stoker.data.near;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Bytes;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.BatchShare;
import dev.stoker.data.DataLoader;
import dev.stoker.data.DataState;
import dev.stoker.data.Dataset;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.StageStatistics;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NearFeedTest {
    private static final int ROW_BYTES = 64;

    @TempDir
    Path folder;

    @TempDir
    Path near;

    private DistantSet set;
    private long size;

    @BeforeEach
    void writeSet() {
        set = DistantSet.write(folder, 5);
        DistantSet.records(set.shards(NearCache.none()));
        size = set.fetched();
    }

    private NearCache open(long limit) {
        return NearCache.of(
                new NearSettings(near, Optional.of(new Bytes(limit))),
                set.index().nearSet());
    }

    private DataLoader<?> loader(NearCache cache) {
        var shards = set.shards(cache);
        return Dataset.indexed("records", shards.count(), new DistantSet.Records(shards))
                .shuffle(new Seed(3))
                .rows(ROW_BYTES, (record, row, _) -> {
                    MemorySegment.copy(record, record.byteSize() - ROW_BYTES, row, 0, ROW_BYTES);
                    return 0;
                })
                .batch(16);
    }

    private static byte[] drained(BatchFeed feed, int batches) {
        var bytes = new ByteArrayOutputStream();
        for (int i = 0; i < batches && feed.hasNext(); i++) {
            try (var batch = feed.next()) {
                bytes.writeBytes(batch.rows().toArray(ValueLayout.JAVA_BYTE));
            }
        }
        return bytes.toByteArray();
    }

    private static BatchFeed open(DataLoader<?> loader, DataState state) {
        return loader.open(PipelineResources.workers(2), BatchMemoryAllocator.host(), state);
    }

    private static byte[] all(DataLoader<?> loader) {
        try (var feed = open(loader, DataState.START)) {
            return drained(feed, Integer.MAX_VALUE);
        }
    }

    @Test
    void batchesHaveTheSameBitsWithAndWithout() {
        var expected = all(loader(NearCache.none()).repeat(3));
        try (var cache = open(size / 2)) {
            assertThat(all(loader(cache).repeat(3))).isEqualTo(expected);
            assertThat(cache.statistics().hits()).isGreaterThan(DistantSet.RECORDS * 9L / 10);
        }
    }

    @Test
    void aFeedThatIsResumedWithACacheOfBeforeContinuesTheSameOrder() {
        var expected = all(loader(NearCache.none()).repeat(2));
        DataState state;
        byte[] begun;
        try (var cache = open(size / 2);
                var feed = open(loader(cache).repeat(2), DataState.START)) {
            begun = drained(feed, 31);
            state = feed.state();
        }
        try (var cache = open(size / 2);
                var feed = open(loader(cache).repeat(2), state)) {
            var rest = drained(feed, Integer.MAX_VALUE);
            assertThat(begun).isEqualTo(java.util.Arrays.copyOf(expected, begun.length));
            assertThat(rest).isEqualTo(java.util.Arrays.copyOfRange(expected, begun.length, expected.length));
            assertThat(cache.statistics().hits()).isPositive();
        }
    }

    @Test
    void statisticsSayWhatCameFromTheNearCache() {
        try (var cache = open(size / 2)) {
            all(loader(cache));
            try (var feed = open(loader(cache), DataState.START)) {
                drained(feed, Integer.MAX_VALUE);
                var stages = feed.statistics();
                var found = stages.stream()
                        .filter(stage -> stage.kind() == StageStatistics.Kind.NEAR)
                        .findFirst()
                        .orElseThrow();
                long all = stages.stream()
                        .filter(stage -> stage.kind() == StageStatistics.Kind.WORKERS)
                        .mapToLong(StageStatistics::bytes)
                        .sum();
                assertThat(found.elements()).isEqualTo(cache.statistics().kept());
                assertThat(found.bytes() / (double) all).isEqualTo(0.49, within(0.02));
            }
        }
    }

    /** The share of reads in 40 epochs of one of 8 ranks that come from its cache of an eighth of the set. */
    private double hitsOfRank(boolean expected) {
        set.fetched();
        try (var cache = NearCache.of(
                new NearSettings(near.resolve("" + expected), Optional.of(new Bytes(size / 8))),
                set.index().nearSet())) {
            var loader = loader(cache).repeat(40).share(new BatchShare(2, 8));
            if (expected) {
                loader.expectReads(40);
            }
            all(loader);
            long hit = cache.statistics().hitBytes().count();
            return hit / (double) (hit + set.fetched());
        }
    }

    @Test
    void aRankThatKnowsWhatItWillReadHasMoreHits() {
        assertThat(hitsOfRank(false)).isEqualTo(0.11, within(0.03));
        assertThat(hitsOfRank(true)).isGreaterThan(hitsOfRank(false) + 0.04);
    }
}
