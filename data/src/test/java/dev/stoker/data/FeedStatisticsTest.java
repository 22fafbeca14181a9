package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.BatchMemoryAllocator;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FeedStatisticsTest {
    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Only lower limits are checked: a machine that is busy with something else makes everything longer. */
    @Test
    void statisticsSayWhereTheTimeWent() {
        var consumer = new ConsumerWaits();
        var chain = Dataset.range(80)
                .map(index -> {
                    sleep(1);
                    return index;
                })
                .rows(4, (index, _, worker) -> {
                    worker.read(10);
                    if (index == 0) {
                        consumer.await();
                    }
                    sleep(2);
                    return index;
                });
        try (var feed = chain.batch(40).open(PipelineResources.workers(2), BatchMemoryAllocator.host())) {
            while (feed.hasNext()) {
                feed.next().close();
            }
            var stages = feed.statistics();
            assertThat(stages)
                    .extracting(StageStatistics::stage)
                    .containsExactly("range 80", "map", "transform", "workers", "consumer");
            assertThat(stages.get(1).elements()).isEqualTo(80);
            assertThat(stages.get(1).service()).isGreaterThanOrEqualTo(Duration.ofMillis(80));
            assertThat(stages.get(2).elements()).isEqualTo(80);
            assertThat(stages.get(2).service()).isGreaterThanOrEqualTo(Duration.ofMillis(160));
            var workers = stages.get(3);
            assertThat(workers.elements()).isEqualTo(80);
            assertThat(workers.bytes()).isEqualTo(800);
            assertThat(workers.service()).isGreaterThanOrEqualTo(Duration.ofMillis(240));
            assertThat(stages.get(4).waitedForInput()).isGreaterThanOrEqualTo(Duration.ofMillis(2));
        }
    }
}
