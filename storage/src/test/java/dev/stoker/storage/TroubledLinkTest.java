package dev.stoker.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Bytes;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.storage.RequestStatistics;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StorageAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers that stall, cut connections or refuse for a while: no sample is lost, twice or wrong. */
@Timeout(60)
class TroubledLinkTest {
    /** So small that most records are requests of their own. */
    private static final Bytes MEMORY = Bytes.parse("2MB");

    @TempDir
    Path root;

    private final AtomicReference<RequestStatistics> statistics = new AtomicReference<>(RequestStatistics.NONE);
    private Path set;
    private RangeServer server;
    private byte[] local = new byte[0];

    @BeforeEach
    void writeSet() throws IOException {
        set = Files.createDirectories(root.resolve("sets/one"));
        ShardedSet.write(set, 5_000);
        server = new RangeServer(root);
        local = ShardedSet.twoEpochs(Storage.of(set), PipelineResources.workers(2));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Storage open() {
        return new OpenDalProvider(Map.of())
                .open(StorageAddress.find("http://" + server.host() + "/sets/one")
                        .orElseThrow());
    }

    private double secondsOfTwoEpochs(PipelineResources resources) {
        long start = System.nanoTime();
        try (var storage = open()) {
            assertThat(ShardedSet.twoEpochs(storage, resources, feed -> {
                        statistics.set(feed.requests());
                        assertThat(feed.peakMemory().count())
                                .isLessThanOrEqualTo(resources.memory().count());
                    }))
                    .isEqualTo(local);
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private static PipelineResources small() {
        return PipelineResources.workers(2).within(2, MEMORY);
    }

    @Test
    void answersThatStallAreAskedForOnceMoreAndDoNotStopTheStream() {
        server.after(10);
        double smooth = secondsOfTwoEpochs(small());
        server.stallingEvery(100, 2_000);
        double stalled = secondsOfTwoEpochs(small());
        var seen = statistics.get();
        assertThat(seen.requests()).isGreaterThan(100);
        assertThat(seen.hedges()).isPositive().isLessThanOrEqualTo(seen.requests() / 20);
        assertThat(seen.hedgesWon()).isPositive();
        // The first requests of each epoch have nothing to be compared with, and those that open the set are not asked
        // for twice.
        assertThat(stalled).isLessThan(smooth + 8);
    }

    @Test
    void everyTenthConnectionIsCut() {
        server.cuttingEvery(10);
        assertThat(secondsOfTwoEpochs(small())).isLessThan(30);
    }

    @Test
    void aBurstOfRefusalsIsWaitedOut() {
        server.failingFrom(60);
        assertThat(secondsOfTwoEpochs(small())).isLessThan(30);
        assertThat(statistics.get().failures()).isZero();
    }

    @Test
    void closingDoesNotWaitForWhatIsUnderWay() {
        server.stallingEvery(4, 20_000);
        long start = System.nanoTime();
        var storage = open();
        var feed = ShardedSet.open(storage, PipelineResources.workers(2));
        while (server.requests() < 5) {
            Thread.onSpinWait();
        }
        feed.close();
        storage.close();
        assertThat((System.nanoTime() - start) / 1e9).isLessThan(8);
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread ->
                        thread.getName().equals("requests") || thread.getName().startsWith("feed-"));
    }

    @Test
    void requestsAreSeenInStatistics() {
        server.after(5);
        double _ = secondsOfTwoEpochs(PipelineResources.workers(2));
        var seen = statistics.get();
        assertThat(seen.records()).isEqualTo(2L * ShardedSet.RECORDS);
        assertThat(seen.requests()).isLessThan(seen.records());
        assertThat(seen.bytes()).isGreaterThanOrEqualTo(2L * ShardedSet.RECORDS * 2_500);
        assertThat(seen.latencyMedian()).isGreaterThanOrEqualTo(Duration.ofMillis(5));
        assertThat(seen.bandwidth()).isPositive();
    }
}
