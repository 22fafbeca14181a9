package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.BatchMemoryAllocator;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AutoTunerTest {
    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Takes batches until the condition holds, for at most 15 seconds; they must come in order. */
    private static void drain(BatchFeed feed, BooleanSupplier until) {
        long expected = 0;
        long end = System.nanoTime() + 15_000_000_000L;
        while (System.nanoTime() < end && !until.getAsBoolean()) {
            try (var batch = feed.next()) {
                assertThat(batch.labels().getAtIndex(ValueLayout.JAVA_LONG, 0)).isEqualTo(expected);
                expected += batch.size();
            }
        }
    }

    /** Rows that sleep cost no processor, so more threads than cores pay; the order stays. */
    @Test
    void workersGrowWhereRowsWait() {
        var rows = Dataset.range(Long.MAX_VALUE).rows(4, (index, _, _) -> {
            sleep(2);
            return index;
        });
        var resources = PipelineResources.auto().withWorkers(new Tunable(1, 16));
        try (var feed = rows.batch(32).open(resources, BatchMemoryAllocator.ofHost())) {
            drain(feed, () -> feed.workers() >= 6);
            assertThat(feed.workers()).as("decisions %s", feed.decisions()).isGreaterThanOrEqualTo(6);
            assertThat(feed.decisions().getFirst())
                    .matches("workers 1 → 2: the consumer waited \\d+ % of the time with CPU to spare; now .*");
        }
    }

    /** The same for elements without rows. */
    @Test
    void anIterationGrowsItsWorkersToo() {
        var chain = Dataset.range(Long.MAX_VALUE)
                .map(index -> {
                    sleep(2);
                    return index;
                })
                .batch(16);
        try (var iterator = chain.iterate(PipelineResources.auto().withWorkers(new Tunable(1, 16)))) {
            long expected = 0;
            long end = System.nanoTime() + 15_000_000_000L;
            while (System.nanoTime() < end && iterator.workers() < 4) {
                assertThat(iterator.next().getFirst()).isEqualTo(expected);
                expected += 16;
            }
            assertThat(iterator.workers())
                    .as("decisions %s", iterator.decisions())
                    .isGreaterThanOrEqualTo(4);
        }
    }

    /** A disk whose first read of anything takes five milliseconds; what a reader has fetched before comes at once. */
    @Test
    void readersGoAheadWhereWorkersWaitForFiles() {
        var fetched = ConcurrentHashMap.<Long>newKeySet();
        IndexedReader<Long> slow = new IndexedReader<>() {
            @Override
            public Long read(long index, Worker worker) {
                warm(index, worker);
                return index;
            }

            @Override
            public void warm(long index, Worker worker) {
                if (fetched.add(index)) {
                    sleep(5);
                }
            }
        };
        var rows = Dataset.indexed("slow disk", Long.MAX_VALUE, slow).rows(4, (index, _, _) -> index);
        var resources = PipelineResources.workers(2).withReaders(new Tunable(0, 8));
        try (var feed = rows.batch(32).open(resources, BatchMemoryAllocator.ofHost())) {
            drain(feed, () -> feed.decisions().size() >= 3);
            assertThat(feed.decisions().getFirst())
                    .startsWith("readers 0 → 1: the consumer waited")
                    .contains("and workers for files");
            assertThat(threads()).isGreaterThanOrEqualTo(1);
        }
        assertThat(threads()).isZero();
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("read-"))
                .count();
    }

    /** A consumer that works longer than the workers need leaves nothing to tune. */
    @Test
    void nothingChangesWhereTheConsumerDoesNotWait() {
        var rows = Dataset.range(Long.MAX_VALUE).rows(4, (index, _, _) -> index);
        try (var feed = rows.batch(8).open(PipelineResources.auto(), BatchMemoryAllocator.ofHost())) {
            long end = System.nanoTime() + 2_500_000_000L;
            while (System.nanoTime() < end) {
                feed.next().close();
                sleep(20);
            }
            assertThat(feed.decisions()).isEmpty();
        }
    }

    @Test
    void statisticsSayWhereTheTimeWent() {
        var chain = Dataset.range(400)
                .map(index -> {
                    sleep(1);
                    return index;
                })
                .rows(4, (index, _, worker) -> {
                    worker.read(10);
                    sleep(2);
                    return index;
                });
        try (var feed = chain.batch(40).open(PipelineResources.workers(2), BatchMemoryAllocator.ofHost())) {
            while (feed.hasNext()) {
                feed.next().close();
            }
            var stages = feed.statistics();
            assertThat(stages)
                    .extracting(StageStatistics::stage)
                    .containsExactly("range 400", "map", "rows", "workers", "consumer");
            var rows = stages.get(2);
            assertThat(rows.elements()).isEqualTo(400);
            assertThat(rows.service())
                    .isGreaterThan(stages.get(1).service().multipliedBy(5).dividedBy(4));
            var workers = stages.get(3);
            assertThat(workers.elements()).isEqualTo(400);
            assertThat(workers.bytes()).isEqualTo(4_000);
            assertThat(workers.service()).isGreaterThan(Duration.ofMillis(1_100));
            assertThat(stages.get(4).waitedForInput()).isGreaterThan(Duration.ofMillis(400));
        }
    }
}
